/** Rejects old Node versions. Imports nothing and is imported first, so that no other module can fail before it. */
const needed = [20, 19];
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);

if (major < needed[0] || (major === needed[0] && minor < needed[1])) {
  console.error(`Vigil needs Node ${needed.join('.')} or newer. This is Node ${process.versions.node}.`);
  process.exit(1);
}
