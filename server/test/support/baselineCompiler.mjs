// Loaded into a server that a test starts, ahead of its own code: the embedded database's WebAssembly is compiled once and
// not optimised while it runs, which takes more of a processor than such a server's whole work (0.8 of 2 s at each start).
import { setFlagsFromString } from 'node:v8';

setFlagsFromString('--liftoff-only');
