/** What an agent may know and report of. One bound to a student and a session would say so here, and come by another token. */
export interface Reach {
  /** Null for the whole school. */
  sectionIds: number[] | null;
  /** Only students who do not exist. */
  onlyMadeUp: boolean;
}

/** Who reports. */
export interface Agent {
  /** Stands beside everything that it reports. */
  name: string;
  reach: Reach;
  eventsPerMinute: number;
}

/** The name of the simulated class, which no other agent may have. */
export const simulated = 'simulated';
