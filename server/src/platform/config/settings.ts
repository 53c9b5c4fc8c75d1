import { isIP } from 'node:net';
import * as v from 'valibot';
import type { PostgresSettings } from '../database/postgres';
import { isLoopbackHost, isLoopbackName } from '../http/loopback';
import { OperatorError } from './operatorError';
import { leastSecretLength } from './secrets';

/** What the operator decides, read once from the environment. Durations are seconds. */
export interface Settings {
  port: number;
  /** `localhost` listens on 127.0.0.1 and ::1 alike. */
  host: string;
  /** Origin under which teachers reach the product, without a trailing slash. */
  publicUrl: string;
  dataDirectory: string;
  /** A PostgreSQL server; unset means the embedded database in the data directory. */
  databaseUrl: string | undefined;
  smtpUrl: string | undefined;
  mailFrom: string;
  /** Keeps mails for /dev/mail instead of sending them. */
  developmentMailbox: boolean;
  /** Unset only when embedded: then a generated one is kept in the data directory. */
  jwtSecret: string | undefined;
  /** Whether somebody still sets the one key that all agents had. */
  hasAgentKey: boolean;
  accessTokenSeconds: number;
  refreshTokenSeconds: number;
  /** How many days a sign-in can be renewed before the teacher must sign in again. */
  signInMaxDays: number;
  google: GoogleSettings | undefined;
  /** Who may become a teacher: anybody, whoever has an e-mail of the domains or an invitation, or only the invited. */
  registration: (typeof registrationRules)[number];
  registrationDomains: string[];
  /** Lets a made-up class attend whenever a session is active. */
  simulate: boolean;
  logLevel: string;
  /** Lets monitoring read figures; undefined lets nobody. */
  metrics: MetricsSettings | undefined;
  /** Detections older than that are deleted; undefined keeps them for ever. */
  retentionDays: number | undefined;
  /** Proxies that are believed when they tell a caller's address. */
  trustProxy: string[];
  postgres: PostgresSettings;
  /** A session that nobody stops ends by itself. */
  sessionMaxHours: number;
  /** How long the audit trail is kept. */
  auditDays: number;
  /** Origins besides the server's own from which a front end may call. */
  allowedOrigins: string[];
}

export interface GoogleSettings {
  clientId: string;
  clientSecret: string;
  issuer: string;
  /** Lets in only accounts of this organisation's; undefined lets in all. */
  hostedDomain: string | undefined;
}

export interface MetricsSettings {
  /** What monitoring shows; without one only this machine is answered. */
  token: string | undefined;
}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];
const registrationRules = ['open', 'domains', 'invited'] as const;
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
/** Of texts that commas separate. */
const list = <Item extends v.GenericSchema<string, string>>(standard: string, item: Item) =>
  v.pipe(
    v.optional(v.string(), standard),
    v.transform((value) => value.split(',').flatMap((part) => part.trim() || [])),
    v.array(item),
  );
const groups = ['loopback', 'linklocal', 'uniquelocal'];
/** One of Fastify's groups, an address, or a network. */
function isProxy(value: string): boolean {
  const [address = '', bits, ...rest] = value.split('/');
  const most = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  if (groups.includes(value)) return true;
  return rest.length === 0 && most > 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most));
}

const Environment = v.object({
  PORT: wholeNumber(3000, 1, 65_535),
  HOST: v.optional(v.string(), 'localhost'),
  PUBLIC_URL: v.optional(origin),
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
        'say tls=optional or nothing of tls',
      ),
    ),
  ),
  MAIL_FROM: v.optional(v.pipe(v.string(), v.email('be an e-mail address'))),
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
  SIMULATE: flag('1'),
  LOG_LEVEL: v.optional(v.picklist(logLevels, `be one of ${logLevels.join(', ')}`), 'warn'),
  METRICS: flag('0'),
  METRICS_TOKEN: secret,
  RETENTION_DAYS: v.optional(wholeNumber(1, 1, 36_500)),
  SESSION_MAX_HOURS: wholeNumber(12, 1, 720),
  AUDIT_DAYS: wholeNumber(365, 1, 36_500),
  ALLOWED_ORIGINS: list('', origin),
});

/** Where everything is stored. */
export type StorageSettings = Pick<Settings, 'dataDirectory' | 'databaseUrl'>;

/** Reads only what a command needs that does nothing but copy what is stored; throws as `readSettings` does. */
export function readStorageSettings(environment: NodeJS.ProcessEnv): StorageSettings {
  const env = parse(v.pick(Environment, ['DATA_DIR', 'DATABASE_URL']), environment);
  return { dataDirectory: env.DATA_DIR, databaseUrl: env.DATABASE_URL };
}

/**
 * Reads and checks the settings; an empty variable counts as unset.
 * @throws OperatorError that names the first wrong variable and says what it should be.
 */
export function readSettings(environment: NodeJS.ProcessEnv): Settings {
  const env = parse(Environment, environment);
  const embedded = env.DATABASE_URL === undefined;
  if (!embedded) {
    requireSetting(env.JWT_SECRET, 'JWT_SECRET must be set when DATABASE_URL is.');
    requireSetting(
      env.SMTP_URL ?? env.DEV_MAILBOX,
      'SMTP_URL must be set when DATABASE_URL is (or DEV_MAILBOX=1 for trying out).',
    );
  }
  const publicUrl = env.PUBLIC_URL ?? `http://localhost:${env.PORT}`;
  const isLoopback = isLoopbackName(new URL(publicUrl).hostname);
  requireSetting(
    env.SMTP_URL ?? isLoopback,
    'SMTP_URL must be set when PUBLIC_URL is not on this machine: without a mail server whoever reaches it could read all mails.',
  );
  requireSetting(
    env.REGISTRATION ?? (isLoopback && isLoopbackHost(env.HOST)),
    `REGISTRATION must be open, domains or invited when ${isLoopback ? 'HOST' : 'PUBLIC_URL'} is not on this machine: it says who may become a teacher.`,
  );
  requireSetting(
    env.REGISTRATION !== 'domains' || env.REGISTRATION_DOMAINS.length > 0,
    'REGISTRATION_DOMAINS must name at least one domain when REGISTRATION is domains.',
  );
  return {
    port: env.PORT,
    host: env.HOST,
    publicUrl,
    dataDirectory: env.DATA_DIR,
    databaseUrl: env.DATABASE_URL,
    smtpUrl: env.SMTP_URL,
    mailFrom: env.MAIL_FROM ?? `no-reply@${new URL(publicUrl).hostname}`,
    developmentMailbox: env.SMTP_URL === undefined,
    jwtSecret: env.JWT_SECRET,
    hasAgentKey: env.AGENT_KEY !== undefined,
    accessTokenSeconds: env.ACCESS_TOKEN_SECONDS,
    refreshTokenSeconds: env.REFRESH_TOKEN_SECONDS,
    signInMaxDays: env.SIGN_IN_MAX_DAYS,
    google: readGoogle(env),
    registration: env.REGISTRATION ?? 'open',
    registrationDomains: env.REGISTRATION_DOMAINS,
    simulate: embedded && env.SIMULATE,
    logLevel: env.LOG_LEVEL,
    metrics: env.METRICS ? { token: env.METRICS_TOKEN } : undefined,
    retentionDays: env.RETENTION_DAYS,
    trustProxy: env.TRUST_PROXY,
    postgres: {
      listenUrl: env.DATABASE_LISTEN_URL,
      connections: env.DATABASE_POOL,
      statementSeconds: env.DATABASE_STATEMENT_SECONDS,
      lockSeconds: env.DATABASE_LOCK_SECONDS,
    },
    sessionMaxHours: env.SESSION_MAX_HOURS,
    auditDays: env.AUDIT_DAYS,
    allowedOrigins: env.ALLOWED_ORIGINS,
  };
}

function parse<T>(Schema: v.GenericSchema<unknown, T>, environment: NodeJS.ProcessEnv): T {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const parsed = v.safeParse(Schema, given, { abortPipeEarly: true });
  if (parsed.success) return parsed.output;
  const [issue] = parsed.issues;
  throw new OperatorError(`${String(issue.path?.[0]?.key)} must ${issue.message}.`);
}

function requireSetting(present: unknown, otherwise: string): void {
  if (!present) throw new OperatorError(otherwise);
}

function readGoogle(env: v.InferOutput<typeof Environment>): GoogleSettings | undefined {
  const { GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret } = env;
  if (!clientId && !clientSecret) return undefined;
  if (!clientId || !clientSecret)
    throw new OperatorError('GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET must be set together.');
  return { clientId, clientSecret, issuer: env.GOOGLE_ISSUER, hostedDomain: env.GOOGLE_HOSTED_DOMAIN };
}
