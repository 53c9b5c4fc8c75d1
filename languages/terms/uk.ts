import type { TextsOf } from '../texts';
import type { english } from './en';

export default {
  howDetectionWorks: 'Як працює розпізнавання',
  kinds: {
    multiple_faces: 'Знайдено більше ніж одне обличчя',
    no_face: 'Обличчя не знайдено',
    suspicious_application: 'Підозріла програма',
    left_page: 'Вихід зі сторінки',
  },
  meanings: {
    no_face: 'На зображенні з камери не знайдено обличчя; на власному пристрої — щонайменше 8 секунд.',
    multiple_faces:
      'На зображенні з камери знайдено більше ніж одне обличчя; на власному пристрої — щонайменше 5 секунд.',
    left_page:
      'Сторінка, яка спостерігає, щонайменше 3 секунди не була попереду: користувалися іншим вікном чи вкладкою.',
    suspicious_application: 'Програма школи повідомила, що відкрито програму, якої вона не очікує.',
  },
} satisfies TextsOf<typeof english>;
