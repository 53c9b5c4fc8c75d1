import { parseArgs } from 'node:util';
import * as v from 'valibot';
import { AddedAgent, AgentList, NewAgent } from '../domain/agent/agentKeys';
import { OperatorError } from '../platform/config/operatorError';
import { readSettings, type Settings } from '../platform/config/settings';
import { runCommand } from './command';
import { runTask } from './tasks';

const usage = 'Usage: npm run agents -- add NAME [--section ID…] [--per-minute N] | list | revoke NAME';

const positive = v.pipe(v.string(), v.regex(/^[1-9]\d{0,8}$/), v.transform(Number));
/** A request of the most events must pass, whatever else came in that minute. */
const Rate = v.pipe(positive, v.minValue(500));

await runCommand(async () => {
  const { action, name, others, sections, perMinute } = readArguments();
  const settings = readSettings(process.env);
  if (action === 'list' && name === undefined) await list(settings);
  else if (action === 'add') await add(settings, readAgent(name, [...sections, ...others], perMinute));
  else if (action === 'revoke' && name !== undefined && others.length === 0) await revoke(settings, name);
  else throw new OperatorError(usage);
  process.exit(0);
});

function readArguments() {
  try {
    const { values, positionals } = parseArgs({
      options: { section: { type: 'string', multiple: true }, 'per-minute': { type: 'string', default: '6000' } },
      allowPositionals: true,
    });
    const [action, name, ...others] = positionals;
    const sections = values.section ?? [];
    // What follows the first one's id are others' ids.
    if (others.length > 0 && sections.length === 0) throw new OperatorError(usage);
    return { action, name, others, sections, perMinute: values['per-minute'] };
  } catch {
    throw new OperatorError(usage);
  }
}

function readAgent(name: string | undefined, sections: string[], perMinute: string): NewAgent {
  const parsed = v.safeParse(
    v.object({ ...NewAgent.entries, eventsPerMinute: Rate, sectionIds: v.nullable(v.array(positive)) }),
    { name, eventsPerMinute: perMinute, sectionIds: sections.length > 0 ? sections : null },
  );
  if (!parsed.success) throw new OperatorError(usage);
  return parsed.output;
}

async function add(settings: Settings, agent: NewAgent): Promise<void> {
  const added = await runTask(settings, { task: 'addAgent', agent }, AddedAgent);
  if ('reason' in added) throw new OperatorError(added.reason);
  console.log(`The key of ${agent.name}, which cannot be shown again:\n${added.key}`);
}

async function list(settings: Settings): Promise<void> {
  const agents = await runTask(settings, { task: 'listAgents' }, AgentList);
  for (const { name, sectionIds, eventsPerMinute, createdAt, acceptedAt, refusedAt, refusal } of agents) {
    const reach = sectionIds ? `sections ${sectionIds.join(', ')}` : 'the whole school';
    const heard = acceptedAt ? `last heard ${minuteOf(acceptedAt)}` : 'never heard';
    const refused = refusedAt ? `, last refused ${minuteOf(refusedAt)}: ${refusal}` : '';
    const since = createdAt.slice(0, 10);
    console.log(`${name}: ${reach}, ${eventsPerMinute} events a minute, since ${since}, ${heard}${refused}`);
  }
  if (agents.length === 0) console.log('There are no agents.');
}

/** UTC, to the minute. */
const minuteOf = (moment: string) => `${moment.slice(0, 16).replace('T', ' ')} UTC`;

async function revoke(settings: Settings, name: string): Promise<void> {
  if (!(await runTask(settings, { task: 'revokeAgent', name }, v.boolean()))) {
    throw new OperatorError(`There is no agent ${name}.`);
  }
  console.log(`The key of ${name} is good no more.`);
}
