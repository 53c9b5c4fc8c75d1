export { idle } from '../../scripts/replay/idle';
