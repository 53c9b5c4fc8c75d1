import { type Answers, stubBackend } from './backend';
import { noor } from './screen';

/* Sections and students, as another backend than ours would describe them. */

export const aiko = { id: 31, name: 'Aiko Larkspur', email: 'aiko@students.example' };
export const hana = { id: 32, name: 'Hana Willowick', email: 'hana@students.example' };
export const milo = { id: 33, name: 'Milo Fennimore', email: 'milo@students.example' };

export const algebra = { id: 7, name: 'Algebra 9b', subject: 'Mathematics', students: [aiko, hana] };
export const botany = { id: 8, name: 'Botany 8a', subject: 'Biology', students: [] };

/** Stubs the calls that every page of section 7 makes by itself; what a test gives comes before them. */
export const stubSection = (answers: Answers = {}) =>
  stubBackend({
    'GET /section/list/': { json: [botany, algebra] },
    'GET /account/current-user/': { json: noor },
    'GET /detection/sessions/status/7/': { json: { is_active: false } },
    'GET /detection/logs/': { json: [] },
    ...answers,
  });
