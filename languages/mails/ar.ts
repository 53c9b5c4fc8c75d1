import type { TextsOf } from '../texts';
import type { english } from './en';

export default {
  subject: 'رابطك إلى حصة {section}',
  invitation: 'يدعوك {teacher} إلى حصة {section}.',
  open: 'افتح هذا الرابط على الجهاز الذي تستخدمه في الحصة، واضغط «{button}»:',
  alone:
    'الرابط لك وحدك. يعمل مرة واحدة وينتهي مع الحصة، ويحلّ محلّه رابط أحدث. لا تعطه لأحد: من يفتحه يشارك باسمك. في تلك الصفحة تقرّر أنت هل تُستخدم كاميرتك.',
  languages: 'الرابط نفسه بلغة أخرى:',
} satisfies TextsOf<typeof english>;
