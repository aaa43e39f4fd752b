import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDocsSite, listServers } from './docs-site.ts'

describe('docs site', () => {
  const server = createServer(
    createDocsSite({ prefix: '/docs', servers: listServers(new URL('http://localhost:4000')) }),
  )
  let origin: string

  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}` // TCP has an AddressInfo
  })
  afterAll(() => void server.close())

  const get = (path: string, init: RequestInit = {}) => fetch(`${origin}${path}`, { redirect: 'manual', ...init })

  describe('the reference', () => {
    test('is a page that loads only its own files', async () => {
      const page = await get('/docs/')
      const html = await page.text()
      const addresses = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address = '']) => address)
      expect(addresses.length).toBeGreaterThan(3)
      for (const address of addresses) {
        expect(address).not.toMatch(/^(https?:)?\/\//)
        expect([address, (await get(`/docs/${address}`)).status]).toEqual([address, 200])
      }
    })

    test('may run only its own scripts, and connect only to itself and the mock server', async () => {
      const policy = (await get('/docs/')).headers.get('content-security-policy') ?? ''
      expect(policy).toContain("default-src 'none'; script-src 'self';")
      expect(policy).toContain("connect-src 'self' http://localhost:4010;")
    })

    test('of an installation that others reach names no address of the machine it runs on', () => {
      for (const address of ['https://auspex.example', 'http://10.0.0.8:4000', 'https://localhost.example'])
        expect(listServers(new URL(address)).map(({ url }) => url)).toEqual(['/api'])
    })

    test('shows the bundled contract', async () => {
      const contract = (await (await get('/docs/openapi.json')).json()) as { paths: object }
      expect(contract.paths).toHaveProperty('/explore/topicQuery')
    })

    test('redirects to the page without the slash, and refuses unknown files and methods', async () => {
      const withoutSlash = await get('/docs')
      expect([withoutSlash.status, withoutSlash.headers.get('location')]).toEqual([308, '/docs/'])
      for (const path of ['/docs/../package.json', '/docs/site/theme.css', '/docs/%2e%2e/x']) {
        expect([path, (await get(path)).status]).toEqual([path, 404])
      }
      expect((await get('/docs/', { method: 'POST' })).status).toBe(405)
    })

    test('is not sent again while it is unchanged', async () => {
      const first = await get('/docs/reference.js')
      expect(first.headers.get('content-encoding')).toBe('gzip')
      const etag = first.headers.get('etag') ?? ''
      expect((await get('/docs/reference.js', { headers: { 'if-none-match': etag } })).status).toBe(304)
    })
  })
})

describe('security page', () => {
  const root = new URL('../../../../', import.meta.url)
  const page = readFileSync(new URL('docs/security/asvs.md', root), 'utf8')
  const top = page.slice(0, page.indexOf('\n## ')).replaceAll(/\s+/g, ' ')
  const requirements = page.slice(0, page.indexOf('\n## How keys'))
  /** A line lists requirements that the same files prove, and reasons that hold for several. */
  const rows = [...requirements.matchAll(/^- (\*\*\d.+)$/gm)].flatMap(([, line = '']) => {
    const [, files = ''] = /: (`[^ ]+`(?:, `[^ ]+`)*)$/.exec(line) ?? []
    const words = [...line.matchAll(/\*\*(\d+\.\d+\.\d+)\*\* ?((?:(?!\*\*\d).)*)/g)]
    return words.map(([, id = ''], index) => {
      const evidence = words.slice(index).find(([, , text = '']) => text !== '')?.[2] ?? ''
      return { id, evidence: `${evidence} ${files}` }
    })
  })
  const gaps = rows.filter(({ evidence }) => evidence.startsWith('**Gap**: '))
  const others = rows.filter(({ evidence }) => evidence.startsWith('N/A: '))
  const metRows = rows.filter((row) => !gaps.includes(row) && !others.includes(row))
  /** Met by a document or outside the product, which no test on one machine can show. */
  const readRows = metRows.filter(({ evidence }) => /^(A document|Outside the product)\b/.test(evidence))

  /** The project's files that a row names. */
  const filesOf = (evidence: string) =>
    [...evidence.matchAll(/`((?:apps|packages|docs|scripts|openapi)\/[\w./-]+)/g)].map(([, file = '']) => file)
  /** What can be run: a test, a browser journey, or a check. */
  const isRun = (file: string) => /\.test\.tsx?$|\.e2e\.ts$|^scripts\/checks\/[\w./-]+\.ts$/.test(file)

  test('the page of ASVS counts what it lists: each requirement of levels 1 and 2 once', () => {
    const applicable = metRows.length + gaps.length
    expect(new Set(rows.map(({ id }) => id)).size).toBe(253)
    expect(rows).toHaveLength(253)
    expect(top).toContain(
      `Of 253 requirements ${others.length} do not apply; of the other ${applicable}, ${metRows.length} are met (${Math.round((100 * metRows.length) / applicable)} %) and ${gaps.length} are not`,
    )
  })

  test('it counts how many met requirements have a proof, and how many were read', () => {
    expect(top).toContain(
      `Of the ${metRows.length} that are met, ${metRows.length - readRows.length} have a test or check as proof and ${readRows.length} were checked by reading`,
    )
  })

  test('every other met requirement names the test or check that proves it', () => {
    const unnamed = metRows.filter((row) => !readRows.includes(row) && !filesOf(row.evidence).some(isRun))
    expect(unnamed).toEqual([])
  })

  /** The anchor that GitHub creates for a heading. */
  const toAnchor = (heading: string) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\w\s-]/g, '')
      .replaceAll(' ', '-')

  test('every heading of a document that the page names exists', () => {
    const named = [...page.matchAll(/`(docs\/[\w/-]+\.md)#([\w-]+)`/g)].map(([, file = '', anchor = '']) => ({
      file,
      anchor,
    }))
    expect(named.length).toBeGreaterThan(5)
    const missingAnchors = named.filter(({ file, anchor }) => {
      const headings = [...readFileSync(new URL(file, root), 'utf8').matchAll(/^#+ (.+)$/gm)]
      return !headings.some(([, heading = '']) => toAnchor(heading) === anchor)
    })
    expect(missingAnchors).toEqual([])
  })

  test('the documentation of the security log lists every event that the code can leave, and no other', () => {
    const code = readFileSync(new URL('apps/api/src/kernel/security-event.ts', root), 'utf8')
    const events = [...code.matchAll(/^ {2}'([a-z-]+\.[a-z-]+)': '(?:info|warning)',$/gm)].map(([, name]) => name)
    expect(events.length).toBeGreaterThan(40)
    const operations = readFileSync(new URL('docs/operations.md', root), 'utf8')
    const [, section = ''] = /^## Security log$([^]*?)^## /m.exec(operations) ?? []
    const documented = [...section.matchAll(/^- (`.+?`): /gm)].flatMap(([, names = '']) =>
      [...names.matchAll(/`([^`]+)`/g)].map(([, name]) => name),
    )
    expect(new Set(documented)).toEqual(new Set(events))
    expect(documented).toHaveLength(events.length)
  })

  test('the setup of the operations page logs refused requests', () => {
    expect(readFileSync(new URL('docs/operations.md', root), 'utf8')).toMatch(
      /^# \/etc\/auspex\/environment[^`]*^AUSPEX_LOG_LEVEL=info$/m,
    )
  })

  test('the inventory of secrets names each file that generates one, encrypts, signs or hashes a password', () => {
    const inventory = page.slice(page.indexOf('## What is encrypted'), page.indexOf('## What is personal'))
    const folders = ['apps/api/src', 'apps/identity/src', 'apps/server/src', 'packages/sources/src']
    const files = folders
      .flatMap((folder) =>
        readdirSync(new URL(`${folder}/`, root), { recursive: true, encoding: 'utf8' }).map(
          (name) => `${folder}/${name}`,
        ),
      )
      .map((file) => file.replaceAll('\\', '/'))
      .filter((file) => /\.(ts|mjs)$/.test(file) && !/\.test\.ts$|\/testing\//.test(file))
    const making =
      /import \{[^}]*\b(randomBytes|createCipheriv|createHmac|createSign|generateKeyPair\w*|hkdf\w*|argon2\w*|scrypt\w*|pbkdf2\w*)\b[^}]*\} from 'node:crypto'/
    const secretive = files.filter((file) => making.test(readFileSync(new URL(file, root), 'utf8')))
    expect(secretive.length).toBeGreaterThan(12)
    expect(secretive.filter((file) => !inventory.includes(`\`${file}\``))).toEqual([])
    expect(filesOf(inventory).filter((file) => !existsSync(new URL(file, root)))).toEqual([])
  })

  test('every file and decision that the page names exists', () => {
    const files = rows.flatMap(({ evidence }) => filesOf(evidence))
    expect(files.length).toBeGreaterThan(100)
    expect(files.filter((file) => !existsSync(new URL(file, root)))).toEqual([])
    const decisions = readdirSync(new URL('docs/decisions/', root))
    const records = [...page.matchAll(/docs\/decisions\/([\w-]+\.md)/g)].map(([, name = '']) => name)
    expect(records.length).toBeGreaterThan(10)
    expect(records.filter((name) => !decisions.includes(name))).toEqual([])
  })
})
