import type { TextsOf } from '../texts';
import type { english } from './en';

export default {
  languages: 'Dil',
  lead: 'Vigil’in bir derste neyi fark ettiği, neyi sakladığı ve neyi insanlara bıraktığı. Bu sayfayı herkes okuyabilir: oturum açmadan açılır.',
  detected: {
    title: 'Ne algılanır',
    text: 'Vigil, öğrencilerin cihazlarının bildirdiklerini gösterir, o da yalnızca bir öğretmen algılamayı açık tuttuğu sürece. Sınıfa ara verildiğinde hiçbir şey kaydedilmez ve öğrencilerin açık tuttuğu sayfa kameralarını kapatır. Bildirimler şu türlerdendir:',
    more: 'Bir bildirimin saati, çoğu zaman da birkaç sözcüğü ve bir resmi vardır. Aynı öğrenciyle ilgili, aynı türden ve bir dakika içinde art arda gelen bildirimler tek bir olay sayılır.',
  },
  lesson: {
    title: 'Öğretmen ders sırasında ne görür',
    text: 'Her sıra, öğrencinin o dersteki olaylarını her tür için bir işaretle sayar. Bir işaret ve sırası yalnızca şu anda olan şey için doludur. Çerçeveli bir işaret henüz incelenmemiştir ve 10 dakikadan yenidir. Bir simge ve sözcüğü, bir öğrencinin neden izlenmediğini söyler. Bir liste bakılacak öğrencileri sıralar: önce şu anda olanlar, sonra son 10 dakikada sınıfın ortancasını en çok aşanlar, sonra en yeniler.',
  },
  agents: {
    title: 'Neyle algılanır',
    text: 'Öğrenciler dersin koduyla bir sayfa açar. Onay verdikten sonra sayfa onların kendi cihazında izler ve cihazdan hiçbir video çıkmaz. Bir bildirimle küçük bir resmi yalnızca öğretmen o sınıfta resim isterse ve öğrenci evet dediyse gönderir. Başka bir pencerede ya da sekmede çalışan öğrenci bu sayfadan çıkmış olur; bu yüzden sayfa yalnızca cihazda başka bir şey gerektirmeyen derslere uygundur. Okul, öğrencilerin cihazlarına aracı denen programlar da kurabilir. Vigil yalnızca onların bildirdiğini gösterir.',
    simulated:
      'Vigil’i denemek için sahte bir sınıf vardır: uydurma öğrenciler ve uydurma bildirimler. Bu bildirimlerin her biri “Simulated” olarak işaretlidir.',
  },
  told: {
    title: 'Öğrenciler ne bilmeli',
    text: 'Öğretmenler bunu ilk dersten önce öğrencilerine, okul isterse velilere de söyler:',
    starts: 'algılamanın ne zaman başladığını ve ne zaman durduğunu',
    reported: 'neyin bildirildiğini ve bir resmin de buna dahil olabileceğini',
    readers: 'bildirimleri kimin gördüğünü ve ne kadar saklandıklarını',
    asked: 'kime sorabileceklerini, düzeltme ya da silmeyi kimden isteyebileceklerini',
    more: 'Onlara bu sayfanın adresini verebilirler.',
  },
  seen: {
    title: 'Kim görür',
    text: 'Vigil’de sınıfı oluşturan öğretmen ve paylaştığı sürece diğer öğretmenler. Her öğrenci kendisi hakkında kaydedilenleri okuyup yanıtlayabilir. Sunucuyu işleten okul yönetimi, bir öğrenci hakkında saklananları dışa aktarabilir, düzeltebilir ve silebilir; bildirimlere kimin ne zaman baktığını da görebilir.',
  },
  kept: {
    title: 'Ne, ne kadar saklanır',
    reports: 'Resimleriyle birlikte bildirimler ve derslerin başlangıç ve bitiş zamanları',
    reportsUntil: 'Bugün kaydedilenler en geç {date} günü silinir. Öğretmen daha önce silebilir.',
    reportsUndated: 'Birisi silene kadar.',
    reportsUnknown: 'Okul derslerini sakladığı sürece. Her dersin raporu ve dökümü günü belirtir.',
    reviews: 'Öğretmenin incelemeleri ve notları',
    reviewsUntil: 'Ait oldukları bildirim kadar.',
    names: 'Öğrencilerin adları ve e-posta adresleri',
    namesUntil: 'Yönetim silene kadar.',
    looks: 'Kimin neye ne zaman baktığı',
    looksUntil: 'Bugünkü bakışlar en geç {date} günü silinir.',
    looksUnknown: 'Okul başka bir süre belirlemediyse bir yıl.',
    more: 'Öğretmenler tek bir bildirimi, bir dersi ya da bütün bir sınıfı istedikleri an silebilir. Yedekler bir kopyayı daha uzun tutabilir: yönetime sorun.',
  },
  hint: {
    title: 'İpucudur, hüküm değil',
    text: 'Bir bildirim, bir programın neyi fark ettiğini söyler, nedenini değil. Eğilen bir öğrencinin kameraya görünen bir yüzü yoktur, bir posterin ise olabilir. Vigil hiçbir karar vermez ve kimseye not vermez: öğretmenler resme bakar, öğrenciye sorar ve zararsız olanı geçersiz sayar.',
  },
  home: 'Vigil’e git',
} satisfies TextsOf<typeof english>;
