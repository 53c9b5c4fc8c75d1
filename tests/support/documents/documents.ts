import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import { type Chart, charts } from '../charts';
import { formValues } from '../samples';
import { type ChartPage, chartPage } from './chartPage';
import { chartComment, machineFile } from './comments';
import type { Rule } from './declaration';
import { checksTable, formsTable } from './formTables';
import { indexPage } from './indexPage';
import type { PlainWords } from './plainWords';
import * as account from './words/account';
import * as app from './words/app';
import * as attendance from './words/attendance';
import { form } from './words/form';
import * as lessons from './words/lessons';
import * as logs from './words/logs';
import * as section from './words/section';
import * as session from './words/session';
import * as students from './words/students';

/** Output of `npm run charts` for docs/statecharts. */
export interface Documents {
  /** Markdown, by file name. */
  pages: Record<string, string>;
  /** Mermaid, by the name of the chart. */
  drawings: Record<string, string>;
  /** Totals in one line. */
  total: string;
}

const words: Record<Exclude<keyof typeof charts, 'form'>, PlainWords> = {
  ...account,
  ...app,
  ...attendance,
  ...lessons,
  ...logs,
  ...section,
  ...session,
  ...students,
};

const ruleShape = v.object({ number: v.string(), rule: v.string(), carriedBy: v.string() });

const readRules = (): Rule[] =>
  v.parse(v.array(ruleShape), JSON.parse(readFileSync(new URL('../../../docs/rules.json', import.meta.url), 'utf8')));

/** @throws if empty */
function atLeastOne<T>(all: T[]): [T, ...T[]] {
  const [first, ...others] = all;
  if (first === undefined) throw new Error('There is no chart to write about');
  return [first, ...others];
}

function pageOf(name: keyof typeof words, rules: Rule[]): ChartPage {
  const list: Chart[] = charts[name];
  const file = machineFile(`${name}Machine`);
  return chartPage({
    name,
    comment: chartComment(file, `${name}Machine`),
    file,
    declarations: atLeastOne(list.map(({ machine, walk }) => ({ machine, walk: walk(), words: words[name] }))),
    rules,
    carriers: [`chart ${name}`],
  });
}

/** The ten forms are one chart and share a page, with tables of their differences. */
function formPage(rules: Rule[]): ChartPage {
  const forms = charts.form.map(({ machine, walk }) => ({
    machine,
    walk: walk(),
    words: form(machine),
    heading: machine.id,
  }));
  const file = machineFile('formMachine');
  return chartPage({
    name: 'form',
    comment: chartComment(file, 'createFormMachine'),
    file,
    declarations: atLeastOne(forms),
    rules,
    carriers: ['chart form', ...forms.map(({ machine }) => `form ${machine.id}`)],
    more: {
      'The ten forms': formsTable(forms),
      'What is refused before anything is sent': checksTable(forms, formValues),
    },
  });
}

/** @throws if an event, an answer or a lasting state of a chart has no words */
export function documents(): Documents {
  const rules = readRules();
  const names = Object.keys(charts) as (keyof typeof charts)[];
  const pages = names.map((name) => (name === 'form' ? formPage(rules) : pageOf(name, rules)));
  const sum = (count: (page: ChartPage) => number) => pages.reduce((total, page) => total + count(page), 0);
  const total = [
    `charts: ${pages.length}`,
    `edges covered: ${sum(({ covered }) => covered)} of ${sum(({ edges }) => edges)}`,
    `paths: ${sum(({ paths }) => paths)}`,
  ].join(', ');
  return {
    pages: {
      'README.md': indexPage(pages, total),
      ...Object.fromEntries(pages.map(({ name, text }) => [`${name}.md`, text])),
    },
    drawings: Object.fromEntries(pages.map(({ name, mermaid }) => [name, mermaid])),
    total,
  };
}
