import type { TextsOf } from '../texts';
import type { english } from './en';

export default {
  howDetectionWorks: 'So funktioniert die Erkennung',
  kinds: {
    multiple_faces: 'Mehr als ein Gesicht gefunden',
    no_face: 'Kein Gesicht gefunden',
    suspicious_application: 'Verdächtiges Programm',
    left_page: 'Seite verlassen',
  },
  meanings: {
    no_face: 'Im Bild der Kamera wurde kein Gesicht gefunden; auf dem eigenen Gerät mindestens 8 Sekunden lang.',
    multiple_faces:
      'Im Bild der Kamera wurde mehr als ein Gesicht gefunden; auf dem eigenen Gerät mindestens 5 Sekunden lang.',
    left_page:
      'Die beobachtende Seite war mindestens 3 Sekunden lang nicht im Vordergrund: Ein anderes Fenster oder ein anderer Tab wurde benutzt.',
    suspicious_application: 'Ein Programm der Schule hat gemeldet, dass ein Programm offen war, das es nicht erwartet.',
  },
} satisfies TextsOf<typeof english>;
