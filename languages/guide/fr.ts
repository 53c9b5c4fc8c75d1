import type { TextsOf } from '../texts';
import type { english } from './en';

export default {
  languages: 'Langue',
  lead: 'Ce que Vigil remarque pendant un cours, ce qui est gardé, et ce qui est laissé aux personnes. Tout le monde peut lire cette page : elle s’ouvre sans connexion.',
  detected: {
    title: 'Ce qui est détecté',
    text: 'Vigil montre ce que signalent les appareils des élèves, et seulement tant qu’un·e enseignant·e laisse la détection active. Pendant une pause de la classe, rien n’est enregistré, et la page que les élèves ont ouverte éteint leur caméra. Les signalements sont de ces genres :',
    more: 'Un signalement a une heure, et souvent quelques mots et une image. Les signalements du même genre sur le même élève qui se suivent à moins d’une minute comptent comme un seul épisode.',
  },
  lesson: {
    title: 'Ce que l’enseignant·e voit pendant le cours',
    text: 'Chaque place compte les épisodes de l’élève pendant ce cours, avec une marque pour chaque genre. Une marque et sa place ne sont pleines que pour ce qui se passe maintenant. Une marque entourée n’a pas encore été regardée et date de moins de 10 minutes. Un signe et son mot disent pourquoi un élève n’est pas observé. Une liste indique qui regarder : d’abord ce qui se passe maintenant, puis qui dépasse le plus la médiane de la classe dans les 10 dernières minutes, puis le plus récent.',
  },
  agents: {
    title: 'Ce qui détecte',
    text: 'Les élèves ouvrent une page avec le code du cours. Une fois leur accord donné, elle observe sur leur propre appareil, et aucune vidéo n’en sort. Elle n’envoie une petite image avec un signalement que si l’enseignant·e demande des images dans cette classe et si l’élève a dit oui. Un élève qui travaille dans une autre fenêtre ou un autre onglet a quitté cette page : elle ne convient donc qu’aux cours qui ne demandent rien d’autre sur l’appareil. L’école peut aussi installer sur les appareils des programmes appelés agents. Vigil montre seulement ce qu’ils signalent.',
    simulated:
      'Pour essayer Vigil, il existe une classe simulée : des élèves inventés avec des signalements inventés. Chacun de ces signalements porte la mention « Simulated ».',
  },
  told: {
    title: 'Ce que les élèves doivent savoir',
    text: 'Les enseignants le disent à leurs élèves avant le premier cours, et aux parents si l’école le demande :',
    starts: 'quand la détection commence et quand elle s’arrête',
    reported: 'ce qui est signalé, et qu’une image peut en faire partie',
    readers: 'qui voit les signalements, et combien de temps ils sont gardés',
    asked: 'à qui poser des questions, ou demander de corriger ou d’effacer quelque chose',
    more: 'Ils peuvent leur donner l’adresse de cette page.',
  },
  seen: {
    title: 'Qui le voit',
    text: 'Dans Vigil, l’enseignant·e qui a créé la classe, et d’autres enseignants tant qu’elle est partagée avec eux. Chaque élève peut lire ce qui a été noté à son sujet et y répondre. L’administration de l’école, qui gère le serveur, peut exporter, corriger et effacer ce qui est gardé sur un élève, et voir qui a regardé les signalements et quand.',
  },
  kept: {
    title: 'Ce qui est gardé, et combien de temps',
    reports: 'Les signalements avec leurs images, et les heures de début et de fin des cours',
    reportsUntil:
      'Ce qui est enregistré aujourd’hui est effacé au plus tard le {date}. L’enseignant·e peut l’effacer plus tôt.',
    reportsUndated: 'Jusqu’à ce que quelqu’un les efface.',
    reportsUnknown:
      'Aussi longtemps que l’école garde ses cours. Le rapport et le reçu de chaque cours indiquent le jour.',
    reviews: 'Les vérifications et les notes des enseignants',
    reviewsUntil: 'Aussi longtemps que le signalement auquel elles appartiennent.',
    names: 'Les noms et les e-mails des élèves',
    namesUntil: 'Jusqu’à ce que l’administration les efface.',
    looks: 'Qui a regardé quoi, et quand',
    looksUntil: 'Les consultations d’aujourd’hui sont effacées au plus tard le {date}.',
    looksUnknown: 'Un an, sauf si l’école a fixé une autre durée.',
    more: 'Les enseignants peuvent effacer à tout moment un signalement, un cours ou toute une classe. Des sauvegardes peuvent en garder une copie plus longtemps : demandez à l’administration.',
  },
  hint: {
    title: 'Un indice, jamais un jugement',
    text: 'Un signalement dit ce qu’un programme a remarqué, pas pourquoi. Un élève qui se penche n’a pas de visage pour la caméra, et une affiche peut en avoir un. Vigil ne décide rien et ne note personne : les enseignants regardent l’image, interrogent l’élève, et écartent ce qui était sans importance.',
  },
  home: 'Aller à Vigil',
} satisfies TextsOf<typeof english>;
