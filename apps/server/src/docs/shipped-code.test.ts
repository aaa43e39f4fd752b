import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'

/** Searches all code that an installation runs for what docs/security/asvs.md claims is absent from it. */
const root = fileURLToPath(new URL('../../../../', import.meta.url))
const shippedFolder =
  /^(apps\/(api|assistant|identity|server|web)|packages\/(analyst|analytics|contract|mcp|sdk|sources|tools))\/src\//
const files = ['apps', 'packages']
  .flatMap((top) => readdirSync(join(root, top)).map((name) => `${top}/${name}/src`))
  .filter((folder) => shippedFolder.test(`${folder}/`))
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
  )
  .map((file) => file.replaceAll('\\', '/'))
  .filter(
    (file) =>
      /\.(ts|tsx|mjs|html)$/.test(file) && !/\.(test|contract)\.tsx?$|\.gen\.|\/(testing|test|generated)\//.test(file),
  )
  .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }))

interface Ban {
  readonly requirement: string
  readonly what: string
  readonly pattern: RegExp
  /** Lines that the pattern must find, because a pattern that finds nothing proves nothing. */
  readonly breaches: readonly string[]
  /** Files in which it is justified, as the page's row explains. */
  readonly allowed?: readonly string[]
  readonly within?: RegExp
}

const bans: readonly Ban[] = [
  {
    requirement: '1.2.3',
    what: 'a script that is written into a page',
    pattern: /<script|javascript:/i,
    breaches: ['const page = `<script>let user = ${name}</script>`', 'href={`javascript:${code}`}'],
    // one constant that a hash allows, and the files of the reference
    allowed: ['apps/identity/src/pages/logout-page.ts', 'apps/server/src/docs/docs-site.ts'],
  },
  {
    requirement: '1.2.5',
    what: 'a shell',
    pattern: /import \{[^}]*\bexec(Sync)?\b[^}]*\} from 'node:child_process'|\bshell: (?!false)|'\/bin\/(ba)?sh'/,
    breaches: ["import { exec } from 'node:child_process'", "spawn('ls', [path], { shell: true })"],
  },
  {
    requirement: '1.2.5',
    what: 'another program',
    pattern: /from 'node:child_process'/,
    breaches: ["import { execFile } from 'node:child_process'"],
    // Node, queries of the operating system and the build: none receives data from a request
    allowed: [
      'apps/api/src/adapters/clickhouse/open-chdb.ts',
      'apps/api/src/adapters/database/embedded/data-lock.ts',
      'apps/server/src/site/web-build.ts',
      'apps/server/src/supervisor/program-bundle.mjs',
      'apps/server/src/supervisor/run-auspex.mjs',
      'apps/server/src/supervisor/supervise.mjs',
    ],
  },
  {
    requirement: '1.3.2',
    what: 'code that is made of text',
    pattern: /\beval\(|\bFunction\(['"`]|'node:vm'|set(Timeout|Interval)\(['"`]/,
    breaches: ['eval(text)', "new Function('a', body)", "import vm from 'node:vm'", "setTimeout('go()', 1)"],
  },
  {
    requirement: '1.3.10',
    what: 'a format that is not in the code',
    pattern:
      /import \{[^}]*\bformat(WithOptions)?\b[^}]*\} from 'node:util'|\bv?s?n?printf\(|console\.\w+\((?!['"`])[^()'"`]*,/,
    breaches: ["import { format } from 'node:util'", 'sprintf(template, name)', 'console.log(message, name)'],
  },
  {
    requirement: '3.2.2',
    what: 'HTML that is made of text in the app',
    pattern: /(inner|outer)HTML|insertAdjacentHTML|document\.write|srcDoc|createContextualFragment/i,
    breaches: ['element.innerHTML = text', '<p dangerouslySetInnerHTML={{ __html }} />', '<iframe srcDoc={text} />'],
    within: /^(apps\/web|packages\/sdk)\//,
  },
  {
    requirement: '3.5.5',
    what: 'a listener for messages of other windows',
    pattern: /addEventListener\(\s*['"]message['"]|\bonmessage\b|\.postMessage\(/,
    breaches: ["window.addEventListener('message', take)", 'window.onmessage = take', "parent.postMessage(token, '*')"],
    within: /^(apps\/web|packages\/sdk)\//,
  },
  {
    requirement: '3.7.1',
    what: 'a plug-in of a browser',
    pattern: /(?<!\w)<(object|embed|applet)[\s>]|ActiveXObject|shockwave|silverlight/i,
    breaches: ['<object data={url} />', "new ActiveXObject('x')"],
    within: /^apps\/(web|identity)\//,
  },
  {
    requirement: '5.3.1',
    what: 'code that is loaded from a place that is not in the code',
    pattern: /(?<![\w.])import\((?!['"])|createRequire/,
    breaches: ['await import(path)', "import { createRequire } from 'node:module'"],
    // ClickHouse and the fonts of PDFs, where the installation has them
    allowed: [
      'apps/api/src/adapters/clickhouse/chdb.worker.ts',
      'apps/api/src/adapters/clickhouse/open-chdb.ts',
      'apps/api/src/modules/writing/exports/print/pdf-fonts.ts',
    ],
  },
  {
    requirement: '6.8.4',
    what: 'a strength of sign-in that the API would count on',
    pattern: /\b(acr|amr|auth_time)\b/,
    breaches: ["if (claims.acr === 'gold')"],
    within: /^apps\/(api|assistant)\//,
  },
  {
    requirement: '11.2.1',
    what: 'cryptography that is not of Node, the browser or jose',
    pattern: /from '(crypto-js|node-forge|sjcl|tweetnacl|bcrypt(js)?|md5|sha\.?js|elliptic|@noble\/[\w/]+|argon2)'/,
    breaches: ["import forge from 'node-forge'", "import md5 from 'md5'"],
  },
  {
    requirement: '11.3.1',
    what: 'a cipher that does not find changes',
    pattern: /'(aes-\d+-(?!gcm)\w+|des\b[\w-]*|rc4|blowfish|bf-\w+|chacha20)'|RSA_PKCS1_PADDING|\bcreateCipher\(/i,
    breaches: ["const algorithm = 'aes-256-cbc'", "createCipheriv('aes-128-ecb', key, null)"],
  },
  {
    requirement: '11.4.1',
    what: 'a hash that is broken',
    pattern: /['"](md4|md5|sha-?1|ripemd\w*)['"]/i,
    breaches: ["createHash('md5')", "crypto.subtle.digest('SHA-1', bytes)"],
    // the HMAC of authenticator apps, as specified in RFC 6238
    allowed: ['apps/identity/src/accounts/totp.ts'],
  },
  {
    requirement: '11.5.1',
    what: 'chance that can be guessed',
    pattern: /Math\.random\b/,
    breaches: ['const token = Math.random().toString(36)'],
    // how long a client waits before it retries
    allowed: ['apps/api/src/adapters/sources/create-connectors.ts', 'packages/sdk/src/runtime/client.ts'],
  },
  {
    requirement: '12.3.2',
    what: 'a certificate that is not checked',
    pattern: /rejectUnauthorized|NODE_TLS_REJECT_UNAUTHORIZED|checkServerIdentity|secureProtocol/,
    breaches: ['new Agent({ connect: { rejectUnauthorized: false } })'],
  },
  {
    requirement: '13.2.3',
    what: 'a password in the address of a database',
    pattern: /postgres(ql)?:\/\/[^\s'"`$/@]+:[^\s'"`$/@]+@/,
    breaches: ["connect('postgres://postgres:postgres@localhost/auspex')"],
  },
  {
    requirement: '15.3.5',
    what: 'a comparison that changes types, but with null',
    pattern: /[\w)\]'"`] [!=]= (?!null\b)[\w('"`[]/,
    breaches: ["if (role == 'godmode') allow()", 'if (count != limit) stop()'],
  },
  {
    requirement: '16.2.3',
    what: 'a log that goes anywhere but to the output of the process',
    pattern:
      /pino\.(transport|multistream|destination(?!\(\{ dest: 1,))|\btransport: ?\{|appendFile(Sync)?\(|'node:(dgram|syslog)'/,
    allowed: ['packages/contract/src/ledger.ts'], // records what tests covered, if a test variable enables it
    breaches: [
      "pino.transport({ target: 'pino/file' })",
      "pino.destination('/var/log/auspex')",
      'pino.destination({ dest: 10, sync: true })',
      "appendFileSync('/var/log/auspex', line)",
    ],
  },
]

/** Code without its comments, which may mention what the code avoids. */
function withoutComments(text: string): string {
  return text.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/(^|\s)\/\/.*$/gm, '$1')
}

describe('the code that an installation runs', () => {
  test('is what these tests scan', () => {
    expect(files.length).toBeGreaterThan(1000)
    expect(files.map(({ file }) => file)).toEqual(
      expect.arrayContaining([
        'apps/identity/src/accounts/totp.ts',
        'apps/web/src/main.tsx',
        'apps/server/src/supervisor/run-auspex.mjs',
      ]),
    )
  })

  test.each(bans)('does not contain, for $requirement, $what', ({ pattern, breaches, allowed = [], within = /^/ }) => {
    for (const breach of breaches) expect(withoutComments(breach)).toMatch(pattern)
    const matches = files.filter(({ file, text }) => within.test(file) && pattern.test(withoutComments(text)))
    expect(matches.map(({ file }) => file).toSorted()).toEqual([...allowed].toSorted())
  })
})

describe('the dependencies of an installation', () => {
  test('have a hash for every package, and come only from the registry', () => {
    const lock = readFileSync(join(root, 'pnpm-lock.yaml'), 'utf8')
    const resolutions = lock.match(/^ +resolution: .+$/gm) ?? []
    expect(resolutions.length).toBeGreaterThan(500)
    expect(resolutions.filter((line) => !/^ +resolution: \{integrity: sha512-[\w+/]{86}==\}$/.test(line))).toEqual([])
    expect(lock).not.toMatch(/tarball:|git\+|github:|https?:\/\/|codeload/)
  })

  const projects = [...new Set(files.map(({ file }) => file.split('/').slice(0, 2).join('/')))]

  test.each(projects)('renders no templates that a caller could supply: %s', (project) => {
    const { dependencies = {} } = JSON.parse(readFileSync(join(root, project, 'package.json'), 'utf8')) as {
      dependencies?: Record<string, string>
    }
    expect(
      Object.keys(dependencies).filter((name) => /handlebars|mustache|\bejs|nunjucks|\bpug|eta$|liquid/.test(name)),
    ).toEqual([])
  })

  test.each(projects)('is checked with strict types: %s', (project) => {
    const projectConfig = readFileSync(join(root, project, 'tsconfig.json'), 'utf8')
    expect(readFileSync(join(root, '.config/tsconfig.base.json'), 'utf8')).toContain('"strict": true')
    expect(projectConfig).toContain('tsconfig.base.json')
    expect(projectConfig).not.toMatch(/"(strict\w*|noImplicitAny|noUncheckedIndexedAccess)": false/)
  })
})
