import type { Database } from '../../platform/database/database';
import { students } from '../tables/section';
import { saveStudents } from './directory';

const names = [
  ...['Aiko Larkspur', 'Amara Nettlebee', 'Anders Fjordling', 'Beatriz Solmarina', 'Bilal Quillfeather'],
  ...['Chidi Moonbrook', 'Clara Thistledown', 'Dalia Rivermint', 'Dmitri Snowberry', 'Elif Starlingson'],
  ...['Emeka Brightwater', 'Farah Windlemere', 'Finn Copperleaf', 'Gabriela Lunafern', 'Hana Willowick'],
  ...['Hassan Emberfield', 'Imani Cloverdale', 'Ines Marigoldo', 'Jamal Pebblestone', 'Jia Hummingford'],
  ...['Kai Driftwoodson', 'Kavya Lotuswell', 'Leilani Coralbay', 'Lars Pinecastle', 'Mariam Duneflower'],
  ...['Mateo Silverpine', 'Mei Lanternfield', 'Nadia Frostquill', 'Nikhil Mangrove', 'Oluwaseun Goldcrest'],
  ...['Priya Saffronelle', 'Quang Bamboorest', 'Rosa Tumbleweed', 'Samir Kestrelby', 'Sofia Honeycomb'],
  ...['Tala Rainwhistle', 'Tomasz Birchbark', 'Umut Lighthouse', 'Yara Sandpiper', 'Zoe Applewhistle'],
];

/** Nobody real has an address there: `.example` is reserved for examples. */
const madeUpDomain = 'students.example';

export const isMadeUp = ({ email }: { email: string }) => email.endsWith(`@${madeUpDomain}`);

export const madeUpStudents = names.map((name) => ({
  name,
  email: `${name.toLowerCase().replace(' ', '.')}@${madeUpDomain}`,
}));

/** Fills an empty directory with made-up students, so that the product can be tried at once. */
export async function addMadeUpStudents(db: Database): Promise<void> {
  const anybody = await db.select({ id: students.id }).from(students).limit(1);
  if (anybody.length > 0) return;
  await saveStudents(db, madeUpStudents);
}
