import type { TextsOf } from '../texts';
import type { english } from './en';

export default {
  howDetectionWorks: 'Cómo funciona la detección',
  kinds: {
    multiple_faces: 'Más de un rostro encontrado',
    no_face: 'Ningún rostro encontrado',
    suspicious_application: 'Programa sospechoso',
    left_page: 'Salida de la página',
  },
  meanings: {
    no_face:
      'No se encontró ningún rostro en la imagen de la cámara; en el dispositivo del alumno, durante al menos 8 segundos.',
    multiple_faces:
      'Se encontró más de un rostro en la imagen de la cámara; en el dispositivo del alumno, durante al menos 5 segundos.',
    left_page: 'La página que observa no estuvo delante durante al menos 3 segundos: se usaba otra ventana o pestaña.',
    suspicious_application: 'Un programa del centro avisó de que estaba abierto un programa que no espera.',
  },
} satisfies TextsOf<typeof english>;
