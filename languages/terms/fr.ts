import type { TextsOf } from '../texts';
import type { english } from './en';

export default {
  howDetectionWorks: 'Comment fonctionne la détection',
  kinds: {
    multiple_faces: 'Plus d’un visage trouvé',
    no_face: 'Aucun visage trouvé',
    suspicious_application: 'Programme suspect',
    left_page: 'Page quittée',
  },
  meanings: {
    no_face:
      'Aucun visage n’a été trouvé dans l’image de la caméra ; sur l’appareil de l’élève, pendant au moins 8 secondes.',
    multiple_faces:
      'Plus d’un visage a été trouvé dans l’image de la caméra ; sur l’appareil de l’élève, pendant au moins 5 secondes.',
    left_page:
      'La page qui observe n’était pas au premier plan pendant au moins 3 secondes : une autre fenêtre ou un autre onglet était utilisé.',
    suspicious_application: 'Un programme de l’école a signalé qu’un programme inattendu était ouvert.',
  },
} satisfies TextsOf<typeof english>;
