/**
 * The import rule of the design: screens → components, screens → system → machines and services, all → model. The recorder
 * knows machines by their types only; system and screens may use it. Rooms of one layer may know each other. The students' page
 * has the same layers. All sides share only api/.
 */
const typesOnly = { dependencyTypesNot: ['type-only'] };

module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'no-unlisted-packages',
      severity: 'error',
      from: { path: '^(src|student/src|server/(src|simulator))/', pathNot: '\\.d\\.ts$' },
      to: { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'] },
    },
    {
      name: 'machines-touch-nothing',
      comment: 'Machines decide; they know services by their types only and never React.',
      severity: 'error',
      from: { path: '^src/machines/' },
      to: { path: '^src/(services|system|screens|components|recorder)/', ...typesOnly },
    },
    {
      name: 'models-are-functions',
      comment: 'A model computes; it knows machines and services by their types only.',
      severity: 'error',
      from: { path: '^src/model/' },
      to: {
        path: '^src/(machines|services|system|screens|components|recorder)/|node_modules/(xstate|@xstate)/',
        ...typesOnly,
      },
    },
    {
      name: 'machines-without-react',
      severity: 'error',
      from: { path: '^src/(model|machines|services|system|recorder)/' },
      to: { path: 'node_modules/(react|react-dom|react-router|react-router-dom|@xstate/react|@headlessui)/' },
    },
    {
      name: 'services-stand-alone',
      comment: 'Services touch the world; they know neither XState nor the rest of the front end.',
      severity: 'error',
      from: { path: '^src/services/' },
      to: { path: '^src/(machines|system|screens|components|recorder)/|node_modules/(xstate|@xstate)/' },
    },
    {
      name: 'components-without-machines',
      severity: 'error',
      from: { path: '^src/components/' },
      to: { path: '^src/(machines|services|system|screens|recorder)/|node_modules/(xstate|@xstate)/' },
    },
    {
      name: 'recorder-stands-alone',
      comment: 'The recorder writes down what any machine does, and needs none.',
      severity: 'error',
      from: { path: '^src/recorder/' },
      to: { path: '^src/(machines|services|system|screens|components)/', ...typesOnly },
    },
    {
      name: 'screens-by-system',
      comment: 'Screens reach the world through system/ only; from services they may take types.',
      severity: 'error',
      from: { path: '^src/screens/' },
      to: { path: '^src/services/', ...typesOnly },
    },
    {
      name: 'system-below-screens',
      severity: 'error',
      from: { path: '^src/system/' },
      to: { path: '^src/(screens|components)/' },
    },
    {
      name: 'product-without-its-tools',
      severity: 'error',
      from: { path: '^(src|student/src|server/(src|simulator))/' },
      to: { path: '^(scripts|tests|server/test)/' },
    },
    {
      name: 'server-platform-below-domain',
      comment: "The platform knows the domain's types only.",
      severity: 'error',
      from: { path: '^server/src/platform/' },
      to: { path: '^server/(simulator|src/(domain|cli|app|product|main))', ...typesOnly },
    },
    {
      name: 'server-domain-below-cli',
      severity: 'error',
      from: { path: '^server/src/domain/' },
      to: { path: '^server/(simulator|src/(cli|app|product|main))' },
    },
    {
      name: 'server-simulator-on-demand',
      comment: 'The product loads the simulated class only when its settings ask for it.',
      severity: 'error',
      from: { path: '^server/src/' },
      to: { path: '^server/simulator/', dependencyTypesNot: ['dynamic-import'] },
    },
    {
      name: 'agent-machines-touch-nothing',
      severity: 'error',
      from: { path: '^student/src/(machines|model)/' },
      to: {
        path: '^student/src/(services|system|screens|watcher)/|node_modules/(react|preact|@xstate/react)/',
        ...typesOnly,
      },
    },
    {
      name: 'agent-services-stand-alone',
      severity: 'error',
      from: { path: '^student/src/(services|watcher)/' },
      to: { path: '^student/src/(machines|system|screens)/|node_modules/(xstate|@xstate|react|preact)/' },
    },
    {
      name: 'agent-screens-by-system',
      severity: 'error',
      from: { path: '^student/src/screens/' },
      to: { path: '^student/src/(services|watcher)/', ...typesOnly },
    },
    {
      name: 'agent-system-below-screens',
      severity: 'error',
      from: { path: '^student/src/system/' },
      to: { path: '^student/src/screens/' },
    },
    {
      name: 'three-sides',
      comment: "The front end, the students' page and the server share only api/.",
      severity: 'error',
      from: { path: '^(src|agent|server)/' },
      to: { path: '^(src|agent|server)/', pathNot: '^$1/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'types', 'node', 'default'] },
  },
};
