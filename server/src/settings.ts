import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { isLanguage, languageCodes } from '@vigil/languages';
import { closest, distance } from 'fastest-levenshtein';
import ipaddr from 'ipaddr.js';
import * as v from 'valibot';
import { leastSecretLength } from './platform/config/secrets';
import { fileReason } from './platform/files/fileReason';
import { isLoopbackHost, isLoopbackName } from './platform/http/loopback';
import { OperatorError } from './platform/operatorError';

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];
const registrationRules = ['open', 'domains', 'invited'] as const;
const studentRules = ['teachers', 'imported'] as const;
const day = 86_400;

const text = v.optional(v.string());
const flag = (standard: string) =>
  v.pipe(
    v.optional(v.string(), standard),
    v.picklist(['0', '1'], 'be 0 or 1'),
    v.transform((value) => value === '1'),
  );
const wholeNumber = (standard: number, least: number, most: number) => {
  const message = `be a whole number from ${least} to ${most}`;
  return v.pipe(
    v.optional(v.string(), String(standard)),
    v.regex(/^\d{1,10}$/, message),
    v.transform(Number),
    v.minValue(least, message),
    v.maxValue(most, message),
  );
};
const secret = v.optional(
  v.pipe(v.string(), v.minLength(leastSecretLength, `have at least ${leastSecretLength} characters`)),
);
const url = (schemes: string[], example: string) =>
  v.pipe(
    v.string(),
    v.check(
      (value) => URL.canParse(value) && schemes.includes(new URL(value).protocol),
      `be an address like ${example}`,
    ),
  );
const origin = v.pipe(
  url(['http:', 'https:'], 'https://vigil.example.org'),
  v.check((value) => ['/', ''].includes(new URL(value).pathname + new URL(value).search), 'have no path'),
  v.transform((value) => new URL(value).origin),
);

const domain = v.pipe(
  v.string(),
  v.toLowerCase(),
  v.regex(/^([a-z0-9-]+\.)+[a-z0-9-]+$/, 'be a domain like school.example.org'),
);
const postgresUrl = url(['postgres:', 'postgresql:'], 'postgres://user:password@host:5432/vigil');
/** Texts separated by commas. */
const list = <Item extends v.GenericSchema<string, string>>(standard: string, item: Item) =>
  v.pipe(
    v.optional(v.string(), standard),
    v.transform((value) => value.split(',').flatMap((part) => part.trim() || [])),
    v.array(item),
  );
/** Accepts one of Fastify's groups, an address, or a network. */
const isProxy = (value: string) =>
  ['loopback', 'linklocal', 'uniquelocal'].includes(value) ||
  isIP(value) !== 0 ||
  ipaddr.IPv4.isValidCIDRFourPartDecimal(value) ||
  ipaddr.IPv6.isValidCIDR(value);

const Environment = v.object({
  PORT: wholeNumber(3000, 1, 65_535),
  HOST: v.optional(v.string(), 'localhost'),
  PUBLIC_URL: v.optional(origin),
  TLS_CERT: text,
  TLS_KEY: text,
  DATA_DIR: v.optional(v.string(), 'data'),
  DATABASE_URL: v.optional(postgresUrl),
  DATABASE_LISTEN_URL: v.optional(postgresUrl),
  DATABASE_POOL: v.optional(wholeNumber(1, 1, 1000)),
  DATABASE_STATEMENT_SECONDS: v.optional(wholeNumber(1, 1, 3600)),
  DATABASE_LOCK_SECONDS: v.optional(wholeNumber(1, 1, 3600)),
  TRUST_PROXY: list('loopback', v.pipe(v.string(), v.check(isProxy, 'have addresses like 10.0.0.5 or 10.0.0.0/8'))),
  SMTP_URL: v.optional(
    v.pipe(
      url(['smtp:', 'smtps:'], 'smtp://user:password@mail.example.org:587'),
      v.check(
        (value) => [null, 'optional'].includes(new URL(value).searchParams.get('tls')),
        'have tls=optional or no tls parameter',
      ),
    ),
  ),
  MAIL_FROM: v.optional(v.pipe(v.string(), v.email('be an e-mail address'))),
  SCHOOL_LANGUAGE: v.optional(v.pipe(v.string(), v.check(isLanguage, `be one of ${languageCodes.join(', ')}`)), 'en'),
  DEV_MAILBOX: flag('0'),
  JWT_SECRET: secret,
  AGENT_KEY: text,
  ACCESS_TOKEN_SECONDS: wholeNumber(900, 1, day),
  REFRESH_TOKEN_SECONDS: wholeNumber(14 * day, 1, 365 * day),
  SIGN_IN_MAX_DAYS: wholeNumber(90, 1, 365),
  GOOGLE_CLIENT_ID: text,
  GOOGLE_CLIENT_SECRET: text,
  GOOGLE_ISSUER: v.optional(url(['http:', 'https:'], 'https://accounts.google.com'), 'https://accounts.google.com'),
  GOOGLE_HOSTED_DOMAIN: v.optional(domain),
  REGISTRATION: v.optional(v.picklist(registrationRules, `be one of ${registrationRules.join(', ')}`)),
  REGISTRATION_DOMAINS: list('', domain),
  STUDENTS: v.optional(v.picklist(studentRules, `be one of ${studentRules.join(', ')}`)),
  SIMULATE: flag('1'),
  LOG_LEVEL: v.optional(v.picklist(logLevels, `be one of ${logLevels.join(', ')}`), 'warn'),
  METRICS: flag('0'),
  METRICS_TOKEN: secret,
  RETENTION_DAYS: v.optional(wholeNumber(1, 1, 36_500)),
  SESSION_MAX_HOURS: wholeNumber(12, 1, 720),
  AUDIT_DAYS: wholeNumber(365, 1, 36_500),
  ALLOWED_ORIGINS: list('', origin),
});

/** Settings that hold a secret. Each can be read from a file whose path is in the setting of the same name with `_FILE`. */
const secrets = [
  ...['DATABASE_URL', 'DATABASE_LISTEN_URL', 'SMTP_URL'],
  ...['JWT_SECRET', 'GOOGLE_CLIENT_SECRET', 'METRICS_TOKEN'],
];
const names = [...Object.keys(Environment.entries), ...secrets.map((name) => `${name}_FILE`)];

/** Finds variables that differ from a setting by one or two letters. @returns a sentence about each */
export const misspeltSettings = (environment: NodeJS.ProcessEnv): string[] =>
  Object.keys(environment).flatMap((name) => {
    const meant = closest(name, names);
    const letters = distance(name, meant);
    return letters > 0 && letters <= (meant.length < 8 ? 1 : 2)
      ? `${name} is not a setting of Vigil. Did you mean ${meant}?`
      : [];
  });

const StorageEnvironment = v.pipe(
  v.pick(Environment, ['DATA_DIR', 'DATABASE_URL']),
  v.transform(({ DATA_DIR, DATABASE_URL }) => ({ dataDirectory: DATA_DIR, databaseUrl: DATABASE_URL })),
);

/** Where everything is stored. */
export type StorageSettings = v.InferOutput<typeof StorageEnvironment>;

/** Reads only the settings for commands that copy stored data; throws as `readSettings` does. */
export const readStorageSettings = (environment: NodeJS.ProcessEnv): StorageSettings =>
  parse(StorageEnvironment, environment);

const urlOf = (env: v.InferOutput<typeof Environment>) =>
  new URL(env.PUBLIC_URL ?? `${env.TLS_CERT ? 'https' : 'http'}://localhost:${env.PORT}`);
const isLocal = (env: v.InferOutput<typeof Environment>) => isLoopbackName(urlOf(env).hostname);

const CheckedEnvironment = v.pipe(
  Environment,
  v.check(
    (env) => env.DATABASE_URL === undefined || env.JWT_SECRET !== undefined,
    'JWT_SECRET must be set when DATABASE_URL is.',
  ),
  v.check(
    (env) => env.DATABASE_URL === undefined || env.SMTP_URL !== undefined || env.DEV_MAILBOX,
    'SMTP_URL must be set when DATABASE_URL is (or DEV_MAILBOX=1 for trying out).',
  ),
  v.check(
    (env) => env.SMTP_URL !== undefined || isLocal(env),
    'SMTP_URL must be set when PUBLIC_URL is not on this machine: without a mail server, anyone who reaches it could read all mails.',
  ),
  v.check(
    (env) => env.REGISTRATION !== undefined || (isLocal(env) && isLoopbackHost(env.HOST)),
    ({ input }) =>
      `REGISTRATION must be open, domains or invited when ${isLocal(input) ? 'HOST' : 'PUBLIC_URL'} is not on this machine: it says who may become a teacher.`,
  ),
  v.check(
    (env) => env.REGISTRATION !== 'domains' || env.REGISTRATION_DOMAINS.length > 0,
    'REGISTRATION_DOMAINS must name at least one domain when REGISTRATION is domains.',
  ),
  v.check((env) => Boolean(env.TLS_CERT) === Boolean(env.TLS_KEY), 'TLS_CERT and TLS_KEY must be set together.'),
  v.check(
    (env) => Boolean(env.GOOGLE_CLIENT_ID) === Boolean(env.GOOGLE_CLIENT_SECRET),
    'GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET must be set together.',
  ),
  v.transform((env) => ({
    port: env.PORT,
    /** `localhost` listens on both 127.0.0.1 and ::1. */
    host: env.HOST,
    /** The origin under which teachers reach the product, without a trailing slash. */
    publicUrl: urlOf(env).origin,
    /** With these files the server itself speaks HTTPS. */
    tls: env.TLS_CERT && env.TLS_KEY ? { certFile: env.TLS_CERT, keyFile: env.TLS_KEY } : undefined,
    dataDirectory: env.DATA_DIR,
    /** A PostgreSQL server; unset means the embedded database in the data directory. */
    databaseUrl: env.DATABASE_URL,
    smtpUrl: env.SMTP_URL,
    mailFrom: env.MAIL_FROM ?? `no-reply@${urlOf(env).hostname}`,
    /** Of mails to students whose language is not known. */
    schoolLanguage: env.SCHOOL_LANGUAGE,
    /** Keeps mails for /dev/mail instead of sending them. */
    developmentMailbox: env.SMTP_URL === undefined,
    /** Unset only when embedded: then a generated secret is kept in the data directory. */
    jwtSecret: env.JWT_SECRET,
    /** Whether the retired key that all agents shared is still set. */
    hasAgentKey: env.AGENT_KEY !== undefined,
    accessTokenSeconds: env.ACCESS_TOKEN_SECONDS,
    refreshTokenSeconds: env.REFRESH_TOKEN_SECONDS,
    /** How many days a sign-in can be renewed before the teacher must sign in again. */
    signInMaxDays: env.SIGN_IN_MAX_DAYS,
    google: googleOf(env),
    /** Who may become a teacher: anybody, emails of the domains and invited ones, or only invited ones. */
    registration: env.REGISTRATION ?? 'open',
    registrationDomains: env.REGISTRATION_DOMAINS,
    /** Who adds people to the directory: teachers too, or only the administrator's imports. */
    students: env.STUDENTS ?? (env.DATABASE_URL === undefined ? 'teachers' : 'imported'),
    /** A made-up class attends every active session. */
    simulate: env.DATABASE_URL === undefined && env.SIMULATE,
    logLevel: env.LOG_LEVEL,
    /** Serves /metrics: with a token to those who send it, without one to this machine only. */
    metrics: env.METRICS ? { token: env.METRICS_TOKEN } : undefined,
    /** Older detections are deleted; undefined keeps them for ever. */
    retentionDays: env.RETENTION_DAYS,
    /** Proxies whose X-Forwarded-For is trusted. */
    trustProxy: env.TRUST_PROXY,
    postgres: {
      listenUrl: env.DATABASE_LISTEN_URL,
      connections: env.DATABASE_POOL,
      statementSeconds: env.DATABASE_STATEMENT_SECONDS,
      lockSeconds: env.DATABASE_LOCK_SECONDS,
    },
    /** A session that nobody stops ends after this long. */
    sessionMaxHours: env.SESSION_MAX_HOURS,
    /** How long audit entries are kept. */
    auditDays: env.AUDIT_DAYS,
    /** Origins besides the server's own from which a front end may call. */
    allowedOrigins: env.ALLOWED_ORIGINS,
  })),
);

/** What the operator decides, read once from the environment. */
export type Settings = v.InferOutput<typeof CheckedEnvironment>;
export type GoogleSettings = NonNullable<Settings['google']>;

function googleOf(env: v.InferOutput<typeof Environment>) {
  const { GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret } = env;
  if (!clientId || !clientSecret) return undefined;
  return {
    clientId,
    clientSecret,
    issuer: env.GOOGLE_ISSUER,
    /** Admits only accounts of this organisation; undefined admits all. */
    hostedDomain: env.GOOGLE_HOSTED_DOMAIN,
  };
}

/**
 * Reads and checks the settings; an empty variable counts as unset.
 * @throws OperatorError that names the first wrong variable and says what it should be.
 */
export const readSettings = (environment: NodeJS.ProcessEnv): Settings => parse(CheckedEnvironment, environment);

/** Reads the secrets whose files are named. @throws OperatorError when one cannot be read */
function withFiles(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const read = secrets.flatMap((name) => {
    const file = environment[`${name}_FILE`];
    if (!file) return [];
    if (environment[name]) throw new OperatorError(`${name} and ${name}_FILE are both set: keep one.`);
    try {
      return [[name, readFileSync(file, 'utf8').trimEnd()]];
    } catch (error) {
      throw new OperatorError(`${name}_FILE must be a readable file: ${fileReason(error)}.`);
    }
  });
  return { ...environment, ...Object.fromEntries(read) };
}

function parse<T>(Schema: v.GenericSchema<unknown, T>, environment: NodeJS.ProcessEnv): T {
  const given = Object.fromEntries(Object.entries(withFiles(environment)).filter(([, value]) => value !== ''));
  const parsed = v.safeParse(Schema, given, { abortPipeEarly: true });
  if (parsed.success) return parsed.output;
  const [{ path, message }] = parsed.issues;
  throw new OperatorError(path ? `${path[0].key} must ${message}.` : message);
}
