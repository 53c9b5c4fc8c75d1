import type { TextsOf } from '../texts';
import type { english } from './en';

export default {
  subject: 'Dein Link zur Stunde von {section}',
  invitation: '{teacher} lädt dich zu einer Stunde von {section} ein.',
  open: 'Öffne diesen Link auf dem Gerät, das du in der Stunde benutzt, und drücke „{button}“:',
  alone:
    'Der Link ist nur für dich. Er funktioniert einmal und endet mit der Stunde, und ein neuerer ersetzt ihn. Gib ihn nicht weiter: Wer ihn öffnet, nimmt unter deinem Namen teil. Auf der Seite entscheidest du, ob deine Kamera verwendet wird.',
  languages: 'Derselbe Link in einer anderen Sprache:',
} satisfies TextsOf<typeof english>;
