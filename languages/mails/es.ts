import type { TextsOf } from '../texts';
import type { english } from './en';

export default {
  subject: 'Tu enlace para la clase de {section}',
  invitation: '{teacher} te invita a una clase de {section}.',
  open: 'Abre este enlace en el dispositivo que usas en clase y pulsa «{button}»:',
  alone:
    'El enlace es solo para ti. Funciona una vez y termina con la clase, y uno más nuevo lo sustituye. No lo pases a nadie: quien lo abre participa con tu nombre. En esa página decides si se usa tu cámara.',
  languages: 'El mismo enlace en otro idioma:',
} satisfies TextsOf<typeof english>;
