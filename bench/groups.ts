import { measureAgent } from './agent';
import { measureCosts } from './costs';
import { measureDevices } from './devices';
import { measureFlood } from './flood';
import { measureIngestion } from './ingest';
import { measureLesson } from './lesson';
import { measureLighthouse } from './lighthouse';
import { measureLive } from './live';
import { measureLogs } from './logs';
import { measureMoves } from './moves';
import { measurePages } from './pages';
import type { Group } from './run';
import { measureMemory, measureServer } from './server';
import { measureStart } from './start';

/** The groups, in order. */
export const groups: Record<string, Group> = {
  start: measureStart,
  pages: measurePages,
  moves: measureMoves,
  lesson: measureLesson,
  flood: measureFlood,
  live: measureLive,
  agent: measureAgent,
  logs: measureLogs,
  lighthouse: measureLighthouse,
  server: measureServer,
  ingest: measureIngestion,
  devices: measureDevices,
  costs: measureCosts,
  memory: measureMemory,
};
