interface Command {
  readonly name: string
  /** Its arguments, as shown to a person. */
  readonly parameters: string
  /** One sentence for the list of commands. */
  readonly summary: string
  /** What `--help` prints below the summary. */
  readonly details: string
  /** Loads the command when it is run, since only `start` needs the entire product. It resolves with the exit code. */
  load(): Promise<(args: readonly string[]) => Promise<number>>
}

const commands: readonly Command[] = [
  {
    name: 'start',
    parameters: '[--role ROLE]',
    summary: 'Starts the web app, the API, the identity provider and the database on one port',
    details: `--role all         everything in one process; the default
--role api         the web app, the API and sign-in; queues what takes long
--role worker      does what is queued and what is due; answers nothing but /api/health/…
--role assistant   answers as Zeus, under /assistant

Any number of processes with a role share the PostgreSQL of DATABASE_URL; docs/operations.md, "Many processes".
SIGTERM ends a process when what it took is answered; for AUSPEX_DRAIN_SECONDS before that it is not ready and goes on answering.

It is started again when it ends by itself, and given up after five ends in a row. Ctrl-C stops it.
Settings are environment variables, such as AUSPEX_PORT and AUSPEX_DATA; README.md lists them.

Exit codes: 0 stopped, 1 could not start, 2 there is no such role, 70 gave up after a defect`,
    load: async () => (await import('../start/start.command.ts')).start,
  },
  {
    name: 'import',
    parameters: 'FILE…',
    summary: 'Loads documents from JSONL or CSV, plain or gzip',
    details: `They go through the server that runs on the data folder, or straight into the library when none runs. Nothing is
stored twice, and an import that was stopped continues. The format: docs/import-format.md.

Exit codes: 0 all files were read to their end, 1 some were not, 2 a file is missing`,
    load: async () => (await import('../import/import.command.ts')).importFiles,
  },
  {
    name: 'verify',
    parameters: 'BUNDLE.zip',
    summary: 'Counts an exported report again from the documents in its bundle',
    details: `It prints what is equal of the total and names what is not. No server is needed.

Exit codes: 0 everything is equal, 1 something differs, 2 the file is no bundle`,
    load: async () => (await import('../verify/verify.command.ts')).verify,
  },
  {
    name: 'backup',
    parameters: '[FILE]',
    summary: 'Writes the whole library into one file',
    details: `A server on PostgreSQL may keep running; on the embedded database, stop it first. The file holds accounts and keys: keep it
where only you can read it.

Exit codes: 0 the file is whole, 1 none was made, 2 the file is there already`,
    load: async () => (await import('../backup/backup.command.ts')).backUp,
  },
  {
    name: 'restore',
    parameters: 'FILE',
    summary: 'Loads a backup into an empty library',
    details: `The library is the one that AUSPEX_DATA or DATABASE_URL names, and must be empty. Backups of older versions, and of either kind of
database, can be restored. Every table is compared with the backup.

Exit codes: 0 everything is restored, 1 nothing is, 2 the file is missing`,
    load: async () => (await import('../backup/restore.command.ts')).restore,
  },
  {
    name: 'move',
    parameters: '--to PLACE',
    summary: 'Moves the documents of the library between the database and ClickHouse',
    details: `--to chdb:FOLDER                                  the engine in this process, on a folder of this machine
--to clickhouse://user:password@host:8123/name    a server; several shards with commas between them
--to database                                     back into the database

Stop every process of the installation first. AUSPEX_DOCUMENTS says where the documents lie now, when that is not the database.
Documents are copied, compared by count and hash, and only then removed where they were; a move that was stopped goes on when it is
asked for again. Afterwards start with AUSPEX_DOCUMENTS set to the new place, or without it. docs/scale.md says when this is worth it.

Exit codes: 0 moved, 1 they stay where they were, 2 the arguments make no sense`,
    load: async () => (await import('../move/move.command.ts')).move,
  },
  {
    name: 'users',
    parameters: 'ACTION [EMAIL]',
    summary: 'Lists, disables and enables accounts of the embedded identity provider',
    details: `auspex users list                        everybody, with roles and who is disabled
auspex users disable EMAIL               ends every session; nobody signs in with the account
auspex users enable EMAIL                lets them sign in again
auspex users reset-second-factor EMAIL   for who lost the device and the recovery codes

On PostgreSQL the server may go on running, and knows at once; on the embedded database, stop it first.

Exit codes: 0 done, 1 nobody has that address or the database is in use, 2 the arguments make no sense`,
    load: async () => (await import('../users/users.command.ts')).administerUsers,
  },
  {
    name: 'clients',
    parameters: 'ACTION [OPTION …]',
    summary: 'Lists, registers and revokes apps of other teams at the embedded identity provider',
    details: `auspex clients list
auspex clients add --name NAME --kind web --redirect ADDRESS --scopes read,write
auspex clients add --name NAME --kind service --organization ID --scopes search
auspex clients revoke ID                 ends its sign-ins and tokens

--kind web       pages that sign people in (code and PKCE); native and device likewise
--kind service   acts for itself; its secret is printed once
--redirect, --origin, --group            may be given several times
--scopes         read, write, administer for people; search, import for a service

On PostgreSQL the server may go on running; on the embedded database, stop it first, or use the page /admin/apps.

Exit codes: 0 done, 1 it was refused or the database is in use, 2 the arguments make no sense`,
    load: async () => (await import('../users/clients.command.ts')).administerClients,
  },
]

/** The exit code for an invalid command line. */
const usageExitCode = 2

/** Runs the command that the arguments name and resolves with the exit code. */
export async function runProgram([name, ...args]: readonly string[]): Promise<number> {
  if (name === undefined) {
    console.error(writeHelp())
    return usageExitCode
  }
  if (isHelpOption(name)) {
    console.log(writeHelp())
    return 0
  }
  const command = commands.find((each) => each.name === name)
  if (command === undefined) {
    console.error(
      `auspex has no command ${JSON.stringify(name)}. It has ${commands.map((each) => each.name).join(', ')}.`,
    )
    return usageExitCode
  }
  if (args.some(isHelpOption)) {
    console.log(writeCommandHelp(command))
    return 0
  }
  const run = await command.load()
  return run(args)
}

function isHelpOption(arg: string): boolean {
  return arg === '--help' || arg === '-h'
}

function callOf({ name, parameters }: Command): string {
  return `auspex ${name} ${parameters}`.trimEnd()
}

function writeHelp(): string {
  const width = Math.max(...commands.map((command) => callOf(command).length))
  const lines = commands.map((command) => `  ${callOf(command).padEnd(width)}  ${command.summary}`)
  return `Usage: auspex COMMAND [ARG …]\n\n${lines.join('\n')}\n\nauspex COMMAND --help says more about one.`
}

function writeCommandHelp(command: Command): string {
  return `Usage: ${callOf(command)}\n\n${command.summary}.\n\n${command.details}`
}

/** How often a line is printed if the output is not a terminal. */
const everyMs = 5000

export interface ProgressLine {
  show(text: string): void
  clear(): void
}

/** A line that is overwritten on a terminal, and printed at intervals anywhere else. */
export function createProgressLine(): ProgressLine {
  if (process.stdout.isTTY)
    return {
      show: (text) => void process.stdout.write(`\r\u001b[K  ${text}`),
      clear: () => void process.stdout.write('\r\u001b[K'),
    }
  let lastShownAt = 0
  return {
    show: (text) => {
      if (Date.now() - lastShownAt <= everyMs) return
      lastShownAt = Date.now()
      console.log(`  ${text}`)
    },
    clear: () => undefined,
  }
}
