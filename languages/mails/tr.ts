import type { TextsOf } from '../texts';
import type { english } from './en';

export default {
  subject: '{section} dersi için bağlantın',
  invitation: '{teacher} seni bir {section} dersine davet ediyor.',
  open: 'Bu bağlantıyı derste kullandığın cihazda aç ve “{button}” düğmesine bas:',
  alone:
    'Bağlantı yalnızca senin içindir. Bir kez çalışır ve dersle birlikte biter; daha yenisi onun yerine geçer. Kimseye verme: onu açan senin adınla katılır. Kameranın kullanılıp kullanılmayacağına o sayfada sen karar verirsin.',
  languages: 'Aynı bağlantı başka bir dilde:',
} satisfies TextsOf<typeof english>;
