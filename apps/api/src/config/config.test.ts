import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { ConfigError } from './config-error.ts'
import { readConfig, settingNames } from './config.ts'

describe('config', () => {
  describe('the configuration', () => {
    test('with an empty environment needs nothing else installed', () => {
      expect(readConfig({})).toMatchObject({
        port: 4000,
        host: '127.0.0.1',
        dataDir: expect.stringMatching(/\/data$/),
        sources: 'auto',
        publicUrl: new URL('http://localhost:4000'),
        corsOrigins: [],
        trustProxy: 0,
        databaseUrl: undefined,
        oidc: {
          isExternal: false,
          issuer: 'http://localhost:4000/identity',
          clientId: 'auspex-web',
          scopes: ['openid', 'profile', 'email', 'organization'],
        },
      })
    })

    test('treats an empty variable as absent', () => {
      expect(readConfig({ AUSPEX_PORT: '', DATABASE_URL: ' ' })).toMatchObject({ port: 4000, databaseUrl: undefined })
    })

    test("derives the embedded provider's issuer from the public address", () => {
      expect(readConfig({ AUSPEX_PUBLIC_URL: 'https://auspex.example' }).oidc.issuer).toBe(
        'https://auspex.example/identity',
      )
    })

    test('trusts the configured number or addresses of proxies', () => {
      expect(readConfig({ AUSPEX_TRUST_PROXY: '1' }).trustProxy).toBe(1)
      expect(readConfig({ AUSPEX_TRUST_PROXY: 'loopback, 10.0.0.0/8' }).trustProxy).toEqual(['loopback', '10.0.0.0/8'])
    })

    test('for another provider has its claims and its issuer without a trailing slash', () => {
      const { oidc } = readConfig({
        OIDC_ISSUER: 'https://tenant.auth0.example/',
        OIDC_CLAIM_ROLES: 'https://auspex.example/roles, roles',
      })
      expect(oidc).toMatchObject({
        isExternal: true,
        issuer: 'https://tenant.auth0.example',
        claimPaths: { roles: ['https://auspex.example/roles', 'roles'] },
      })
    })
  })

  describe('an unusable variable', () => {
    test.each([
      ['AUSPEX_PORT', 'http', 'must be a whole number from 0 to 65535'],
      ['AUSPEX_PORT', '70000', 'must be a whole number from 0 to 65535'],
      ['AUSPEX_SOURCES', 'online', 'must be auto, live or demo'],
      ['AUSPEX_CONTACT', 'somebody', 'must be an e-mail address in plain letters'],
      ['AUSPEX_CONTACT', 'müller@example.org', 'must be an e-mail address in plain letters'],
      ['AUSPEX_GOOGLE_NEWS', 'yes', 'must be on or off'],
      ['REDDIT_CREDENTIALS', 'secret', 'must be a client id and its key, joined by a colon'],
      ['MASTODON_URL', 'my-instance', 'must be an http or https address'],
      ['AUSPEX_PUBLIC_URL', 'localhost:4000', 'must be an http or https address'],
      ['AUSPEX_CORS_ORIGINS', 'https://app.example/', 'must be origins'],
      ['AUSPEX_CORS_ORIGINS', '*', 'must be origins'],
      ['AUSPEX_TRUST_PROXY', 'true', 'must be a number of hops, or addresses and ranges'],
      ['AUSPEX_TRUST_PROXY', '10.0.0.0/64', 'must be a number of hops, or addresses and ranges'],
      ['AUSPEX_METRICS_PORT', '0', 'must be a whole number from 1 to 65535'],
      ['AUSPEX_METRICS_TOKEN', 'secret', 'must have at least 16 characters'],
      ['AUSPEX_ENCRYPTION_KEY', 'secret', 'must be 32 bytes in base64'],
      ['AUSPEX_LOG_LEVEL', 'loud', 'must be one of fatal, error'],
      ['DATABASE_URL', 'mysql://user:secret@host/db', 'must be an address of PostgreSQL'],
      ['OIDC_ISSUER', 'https://acme-admin.login.example/oauth2/default', 'must not be the address of an admin console'],
      ['OIDC_ISSUER', 'https://admin.login.example', 'must not be the address of an admin console'],
      ['OIDC_ISSUER', 'login', 'must be an http or https address'],
    ])('reports %s=%s with the problem and an example, but never the value', (variable, value, problem) => {
      let thrown: unknown
      try {
        readConfig({ [variable]: value })
      } catch (error) {
        thrown = error
      }
      expect(thrown).toBeInstanceOf(ConfigError)
      expect(thrown).toMatchObject({ variable, message: expect.stringContaining(`${variable} ${problem}`) })
      expect((thrown as ConfigError).message).toContain(`Example: ${variable}=`)
      expect((thrown as ConfigError).message).not.toContain('secret')
    })
  })
})

describe('documented settings', () => {
  /** Read by `npm run import`, which signs in as a service. */
  const ofTheImport = ['AUSPEX_CLIENT_ID', 'AUSPEX_CLIENT_SECRET']

  test('documents exactly the supported settings in docs/operations.md', () => {
    const page = readFileSync(new URL('../../../../docs/operations.md', import.meta.url), 'utf8')
    const documented = [...page.matchAll(/^- `([A-Z][A-Z0-9_]+)`(?: \(|: )/gm)].map(([, name]) => name)
    expect(new Set(documented)).toEqual(new Set([...settingNames, ...ofTheImport]))
    expect(documented).toHaveLength(new Set(documented).size)
  })
})
