import type { TextsOf } from '../texts';
import type { english } from './en';

export default {
  howDetectionWorks: 'Algılama nasıl çalışır',
  kinds: {
    multiple_faces: 'Birden çok yüz bulundu',
    no_face: 'Yüz bulunamadı',
    suspicious_application: 'Şüpheli program',
    left_page: 'Sayfadan çıkıldı',
  },
  meanings: {
    no_face: 'Kameranın görüntüsünde yüz bulunamadı; öğrencinin kendi cihazında en az 8 saniye boyunca.',
    multiple_faces: 'Kameranın görüntüsünde birden çok yüz bulundu; öğrencinin kendi cihazında en az 5 saniye boyunca.',
    left_page: 'İzleyen sayfa en az 3 saniye boyunca önde değildi: başka bir pencere ya da sekme kullanılıyordu.',
    suspicious_application: 'Okulun bir programı, beklemediği bir programın açık olduğunu bildirdi.',
  },
} satisfies TextsOf<typeof english>;
