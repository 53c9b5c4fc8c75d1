import type { TextsOf } from '../texts';
import type { english } from './en';

export default {
  subject: 'Ton lien pour le cours de {section}',
  invitation: '{teacher} t’invite à un cours de {section}.',
  open: 'Ouvre ce lien sur l’appareil que tu utilises en cours, et appuie sur « {button} » :',
  alone:
    'Ce lien est pour toi seulement. Il marche une fois et se termine avec le cours, et un plus récent le remplace. Ne le donne à personne : qui l’ouvre participe sous ton nom. Sur cette page, tu décides si ta caméra est utilisée.',
  languages: 'Le même lien dans une autre langue :',
} satisfies TextsOf<typeof english>;
