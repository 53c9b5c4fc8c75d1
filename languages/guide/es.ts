import type { TextsOf } from '../texts';
import type { english } from './en';

export default {
  languages: 'Idioma',
  lead: 'Qué nota Vigil durante una clase, qué guarda y qué deja a las personas. Cualquiera puede leer esta página: se abre sin iniciar sesión.',
  detected: {
    title: 'Qué se detecta',
    text: 'Vigil muestra lo que avisan los dispositivos de los alumnos, y solo mientras un docente tiene la detección en marcha. Mientras la clase está en pausa no se registra nada, y la página que los alumnos tienen abierta apaga sus cámaras. Los avisos son de estos tipos:',
    more: 'Un aviso tiene una hora y, a menudo, unas palabras y una imagen. Los avisos del mismo tipo sobre el mismo alumno que se siguen en menos de un minuto cuentan como un solo episodio.',
  },
  lesson: {
    title: 'Qué ve el docente durante la clase',
    text: 'Cada puesto cuenta los episodios del alumno en esa clase, con una marca para cada tipo. Una marca y su puesto solo están llenos para lo que ocurre ahora. Una marca con borde no se ha revisado y tiene menos de 10 minutos. Un signo con su palabra dice por qué no se observa a un alumno. Una lista dice a quién mirar: primero lo que ocurre ahora, después quien más supera la mediana del grupo en los últimos 10 minutos, y después lo más reciente.',
  },
  agents: {
    title: 'Qué lo detecta',
    text: 'Los alumnos abren una página con el código de la clase. Cuando han aceptado, observa en su propio dispositivo, y ningún vídeo sale de él. Solo envía una imagen pequeña con un aviso si el docente pide imágenes en ese grupo y el alumno ha dicho que sí. Quien trabaja en otra ventana o pestaña ha salido de esa página, así que solo sirve para clases que no necesitan nada más en el dispositivo. El centro también puede instalar en los dispositivos programas llamados agentes. Vigil solo muestra lo que avisan.',
    simulated:
      'Para probar Vigil hay una clase simulada: alumnos inventados con avisos inventados. Cada uno de esos avisos lleva la marca «Simulated».',
  },
  told: {
    title: 'Qué deben saber los alumnos',
    text: 'Los docentes se lo dicen a sus alumnos antes de la primera clase, y a los padres si el centro lo pide:',
    starts: 'cuándo empieza la detección y cuándo termina',
    reported: 'qué se avisa, y que puede incluir una imagen',
    readers: 'quién ve los avisos y cuánto tiempo se guardan',
    asked: 'a quién preguntar, o pedir que corrija o borre algo',
    more: 'Pueden darles la dirección de esta página.',
  },
  seen: {
    title: 'Quién lo ve',
    text: 'En Vigil, el docente que creó el grupo, y otros docentes mientras lo comparte con ellos. Cada alumno puede leer y contestar lo que se registró sobre él. La administración del centro, que lleva el servidor, puede exportar, corregir y borrar lo que se guarda de un alumno, y ver quién miró los avisos y cuándo.',
  },
  kept: {
    title: 'Qué se guarda, y cuánto tiempo',
    reports: 'Los avisos con sus imágenes, y cuándo empezaron y terminaron las clases',
    reportsUntil: 'Lo que se registra hoy se borra como muy tarde el {date}. El docente puede borrarlo antes.',
    reportsUndated: 'Hasta que alguien los borre.',
    reportsUnknown: 'Mientras el centro guarde sus clases. El informe y el recibo de cada clase dicen el día.',
    reviews: 'Las revisiones y notas de los docentes',
    reviewsUntil: 'Tanto tiempo como el aviso al que pertenecen.',
    names: 'Los nombres y correos de los alumnos',
    namesUntil: 'Hasta que la administración los borre.',
    looks: 'Quién miró qué, y cuándo',
    looksUntil: 'Las consultas de hoy se borran como muy tarde el {date}.',
    looksUnknown: 'Un año, salvo que el centro haya fijado otro plazo.',
    more: 'Los docentes pueden borrar en cualquier momento un aviso, una clase o un grupo entero. Las copias de seguridad pueden durar más: pregunte a la administración.',
  },
  hint: {
    title: 'Un indicio, nunca un veredicto',
    text: 'Un aviso dice lo que notó un programa, no por qué. Quien se agacha no tiene rostro para la cámara, y un póster puede tener uno. Vigil no decide nada ni pone notas a nadie: los docentes miran la imagen, preguntan al alumno y descartan lo que era inofensivo.',
  },
  home: 'Ir a Vigil',
} satisfies TextsOf<typeof english>;
