import type { TextsOf } from '../texts';
import type { english } from './en';

export default {
  languages: 'Sprache',
  lead: 'Was Vigil in einer Stunde bemerkt, was es aufbewahrt und was es Menschen überlässt. Alle dürfen diese Seite lesen: Sie öffnet sich ohne Anmeldung.',
  detected: {
    title: 'Was erkannt wird',
    text: 'Vigil zeigt, was die Geräte der Schülerinnen und Schüler melden, und nur solange eine Lehrkraft die Erkennung laufen lässt. Während die Klasse Pause hat, wird nichts aufgezeichnet, und die Seite, die sie geöffnet haben, schaltet ihre Kameras aus. Diese Arten von Meldungen gibt es:',
    more: 'Eine Meldung hat eine Uhrzeit und oft ein paar Wörter und ein Bild. Meldungen derselben Art über dieselbe Person, die innerhalb einer Minute aufeinander folgen, zählen als eine Episode.',
  },
  lesson: {
    title: 'Was die Lehrkraft während der Stunde sieht',
    text: 'Jeder Platz zählt die Episoden der Person in dieser Stunde, mit einem Zeichen für jede Art. Ein Zeichen und sein Platz sind nur für das gefüllt, was gerade geschieht. Ein umrandetes Zeichen wurde noch nicht angesehen und ist keine 10 Minuten alt. Ein Symbol mit einem Wort sagt, warum jemand nicht beobachtet wird. Eine Liste nennt, wer anzusehen ist: zuerst, was gerade geschieht, dann, wer in den letzten 10 Minuten am weitesten über dem Median der Klasse liegt, dann das Neueste.',
  },
  agents: {
    title: 'Was es erkennt',
    text: 'Die Schülerinnen und Schüler öffnen eine Seite mit dem Code der Stunde. Wenn sie zugestimmt haben, beobachtet sie auf ihrem eigenen Gerät, und kein Video verlässt es. Ein kleines Bild schickt sie mit einer Meldung nur, wenn die Lehrkraft in dieser Klasse um Bilder bittet und die Person Ja gesagt hat. Wer in einem anderen Fenster oder Tab arbeitet, hat diese Seite verlassen; sie passt also nur zu Stunden, die auf dem Gerät nichts anderes brauchen. Die Schule kann auf den Geräten auch Programme installieren, die Agenten heißen. Vigil zeigt nur, was sie melden.',
    simulated:
      'Um Vigil auszuprobieren, gibt es eine simulierte Klasse: erfundene Personen mit erfundenen Meldungen. Jede dieser Meldungen ist als „Simulated“ gekennzeichnet.',
  },
  told: {
    title: 'Was Schülerinnen und Schüler wissen sollen',
    text: 'Lehrkräfte sagen es ihren Klassen vor der ersten Stunde, und den Eltern, wenn die Schule es verlangt:',
    starts: 'wann die Erkennung anfängt und wann sie aufhört',
    reported: 'was gemeldet wird, und dass ein Bild dazugehören kann',
    readers: 'wer die Meldungen sieht und wie lange sie bleiben',
    asked: 'wen sie fragen oder um Berichtigung oder Löschung bitten können',
    more: 'Sie können ihnen die Adresse dieser Seite geben.',
  },
  seen: {
    title: 'Wer es sieht',
    text: 'In Vigil die Lehrkraft, die die Klasse angelegt hat, und andere Lehrkräfte, solange sie die Klasse mit ihnen teilt. Alle Schülerinnen und Schüler können lesen und beantworten, was über sie selbst festgehalten wurde. Die Verwaltung der Schule, die den Server betreibt, kann ausgeben, berichtigen und löschen, was über jemanden aufbewahrt wird, und kann sehen, wer die Meldungen wann angesehen hat.',
  },
  kept: {
    title: 'Was aufbewahrt wird, und wie lange',
    reports: 'Meldungen mit ihren Bildern, und wann Stunden anfingen und endeten',
    reportsUntil:
      'Was heute aufgezeichnet wird, wird spätestens am {date} gelöscht. Die Lehrkraft kann es früher löschen.',
    reportsUndated: 'Bis jemand sie löscht.',
    reportsUnknown:
      'Solange die Schule ihre Stunden aufbewahrt. Jeder Bericht und jede Quittung einer Stunde nennt den Tag.',
    reviews: 'Durchsicht und Notizen der Lehrkräfte',
    reviewsUntil: 'So lange wie die Meldung, zu der sie gehören.',
    names: 'Namen und E-Mail-Adressen der Schülerinnen und Schüler',
    namesUntil: 'Bis die Verwaltung sie löscht.',
    looks: 'Wer was wann angesehen hat',
    looksUntil: 'Was heute angesehen wird, wird spätestens am {date} vergessen.',
    looksUnknown: 'Ein Jahr, wenn die Schule keine andere Frist festgelegt hat.',
    more: 'Lehrkräfte können jederzeit eine einzelne Meldung, eine Stunde oder eine ganze Klasse löschen. Sicherungskopien können länger bestehen: Fragen Sie die Verwaltung.',
  },
  hint: {
    title: 'Ein Hinweis, nie ein Urteil',
    text: 'Eine Meldung sagt, was ein Programm bemerkt hat, nicht warum. Wer sich bückt, hat für die Kamera kein Gesicht, und ein Poster kann eines haben. Vigil entscheidet nichts und benotet niemanden: Lehrkräfte sehen das Bild an, fragen nach und verwerfen, was harmlos war.',
  },
  home: 'Zu Vigil',
} satisfies TextsOf<typeof english>;
