import type { TextsOf } from '../texts';
import type { english } from './en';

export default {
  howDetectionWorks: 'كيف يعمل الكشف',
  kinds: {
    multiple_faces: 'وُجد أكثر من وجه',
    no_face: 'لم يُعثر على وجه',
    suspicious_application: 'برنامج مريب',
    left_page: 'مغادرة الصفحة',
  },
  meanings: {
    no_face: 'لم يُعثر على وجه في صورة الكاميرا؛ وعلى جهاز الطالب نفسه لمدة 8 ثوانٍ على الأقل.',
    multiple_faces: 'وُجد أكثر من وجه في صورة الكاميرا؛ وعلى جهاز الطالب نفسه لمدة 5 ثوانٍ على الأقل.',
    left_page:
      'لم تكن الصفحة التي تراقب في المقدّمة لمدة 3 ثوانٍ على الأقل: كانت نافذة أو علامة تبويب أخرى قيد الاستخدام.',
    suspicious_application: 'أبلغ برنامج تابع للمدرسة أن برنامجًا لا يتوقّعه كان مفتوحًا.',
  },
} satisfies TextsOf<typeof english>;
