import { readInvitation } from './services/account/invitation';
import { fetchAhead, fetchCode } from './services/app/pageCode';
import { everySecond, watchNetwork, watchVisibility } from './services/app/pageEvents';
import { printPage } from './services/app/paper';
import { mouseOffRows } from './services/app/pointer';

/** What the charts need of the page and its browser. */
export const pagePorts = {
  everySecond,
  fetchAhead,
  fetchCode,
  mouseOffRows,
  pathname: () => window.location.pathname,
  printPage,
  readInvitation,
  watchNetwork,
  watchVisibility,
};

export type PagePorts = typeof pagePorts;
