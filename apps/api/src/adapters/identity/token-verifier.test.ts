import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createFixedClock } from '../../kernel/clock.ts'
import { createTokenIssuer } from '../../testing/token-issuer.ts'
import { createTokenVerifier } from './create-token-verifier.ts'
import { createProviderKeys } from './provider-keys.ts'
import { readList, readText } from './claim-paths.ts'

describe('token verifier', () => {
  const clock = createFixedClock('2026-11-21T08:00:00Z')
  const now = clock.now().getTime() / 1000
  const tokens = createTokenIssuer(clock, async (tokenId) => tokenId === 'revoked')
  const verify = async (claims: Record<string, unknown>, header?: Record<string, unknown>) =>
    tokens.verifier.verify(await tokens.signToken({ sub: 'mira', ...claims }, header))

  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')

  describe('a valid access token', () => {
    test('identifies its owner, in the format of the embedded provider', async () => {
      const claims = {
        organization: 'org_1',
        organization_name: 'One',
        groups: ['G'],
        roles: ['member'],
        email: 'm@one.example',
        name: 'Mira',
        scope: 'openid email',
      }
      expect(await verify(claims)).toEqual({
        issuer: tokens.issuer,
        subject: 'mira',
        clientId: 'auspex-web',
        kind: 'person',
        scopes: ['openid', 'email'],
        organizationId: 'org_1',
        organizationName: 'One',
        groups: ['G'],
        roles: ['member'],
        email: 'm@one.example',
        isEmailVerified: false,
        name: 'Mira',
        expiresAt: now + 300,
      })
    })

    test.each([
      [true, true],
      [false, false],
      ['true', false],
      [undefined, false],
    ])('says that an address is verified only for email_verified true, not for %s', async (claim, isVerified) => {
      expect((await verify({ sub: 'mira', email: 'm@one.example', email_verified: claim })).isEmailVerified).toBe(
        isVerified,
      )
    })

    test('from Okta is identified by its stable id rather than the login, and has no type', async () => {
      const token = { sub: 'mira@one.example', uid: '00u1', cid: 'app', client_id: undefined, scp: ['openid'] }
      expect(await verify(token, { typ: undefined })).toMatchObject({
        subject: '00u1',
        clientId: 'app',
        scopes: ['openid'],
      })
    })

    test('from Keycloak has roles in the realm and organizations as an object', async () => {
      const token = {
        azp: 'app',
        client_id: undefined,
        realm_access: { roles: ['godmode'] },
        organization: { one: { id: 'x' } },
      }
      expect(await verify(token, { typ: 'JWT' })).toMatchObject({
        clientId: 'app',
        roles: ['godmode'],
        organizationId: 'one',
      })
    })

    test('from Auth0 may have an issuer with a trailing slash and several audiences', async () => {
      expect(await verify({ iss: `${tokens.issuer}/`, aud: [tokens.audience, 'https://userinfo'] })).toMatchObject({
        subject: 'mira',
      })
    })

    test('issued to an application itself belongs to a service', async () => {
      expect(await verify({ sub: 'robot', client_id: 'robot' })).toMatchObject({ kind: 'service' })
      expect(await verify({ sub: 'robot@clients', client_id: 'robot' })).toMatchObject({ kind: 'service' })
      expect(
        await verify({ sub: '4f2', client_id: undefined, azp: 'robot', preferred_username: 'service-account-robot' }),
      ).toMatchObject({
        kind: 'service',
      })
      expect(await verify({ sub: '4f2', idtyp: 'app' })).toMatchObject({ kind: 'service' })
      expect(await verify({ sub: '4f2', preferred_username: 'service-account-robot' })).toMatchObject({
        kind: 'person',
      })
    })

    test("preserves the owner's id exactly, so that different people stay distinct", async () => {
      expect(await verify({ sub: ' mira' })).toMatchObject({ subject: ' mira' })
      expect(await verify({ sub: 'Mira' })).toMatchObject({ subject: 'Mira' })
      expect(await verify({ sub: 'x'.repeat(255) })).toMatchObject({ subject: 'x'.repeat(255) })
      // a claim of this name means something else at other providers
      expect(await verify({ uid: 7 })).toMatchObject({ subject: 'mira' })
    })

    test('is valid within a clock skew of a minute', async () => {
      expect(await verify({ iat: now - 600, exp: now - 59 })).toMatchObject({ subject: 'mira' })
      expect(await verify({ iat: now + 59, nbf: now + 59 })).toMatchObject({ subject: 'mira' })
    })
  })

  describe('a token is refused', () => {
    const refused: [string, Record<string, unknown>, Record<string, unknown>?][] = [
      ['that has expired', { iat: now - 900, exp: now - 61 }],
      ['that is not good yet', { nbf: now + 61 }],
      ['that was issued in the future', { iat: now + 61, exp: now + 900 }],
      ['of another issuer', { iss: 'https://other.example' }],
      ['for another audience', { aud: 'api://other' }],
      ['without an owner', { sub: undefined }],
      ['whose owner is empty', { sub: '' }],
      ['whose owner is blank', { sub: '  ' }],
      ['whose owner is a number', { sub: 7 }],
      ['whose owner is a list', { sub: ['mira'] }],
      ['whose owner is an object', { sub: { mira: true } }],
      ['whose owner is null', { sub: null }],
      ['whose owner is longer than any can be', { sub: 'x'.repeat(256) }],
      ['whose owner holds what no text has', { sub: 'mi\0ra' }],
      ['without an end', { exp: undefined }],
      ['that is an ID token by its nonce', { nonce: 'n' }],
      ['that is an ID token by its hash', { at_hash: 'h' }],
      ['that is an ID token by its type', { typ: 'ID' }],
      ['that is a refresh token', { typ: 'Refresh' }],
      ['of a strange type', {}, { typ: 'logout+jwt' }],
      ['that was revoked', { jti: 'revoked' }],
    ]
    test.each(refused)('%s', async (_case, claims, header) => {
      await expect(verify(claims, header)).rejects.toMatchObject({
        kind: 'unauthenticated',
        code: 'identity.invalid_token',
      })
    })

    test('that is signed with another key, with a shared secret, or not at all', async () => {
      const claims = { sub: 'mira', iss: tokens.issuer, aud: tokens.audience, iat: now, exp: now + 300 }
      const { privateKey } = await generateKeyPair('RS256')
      const foreign = await new SignJWT(claims).setProtectedHeader({ alg: 'RS256' }).sign(privateKey)
      const shared = await new SignJWT(claims)
        .setProtectedHeader({ alg: 'HS256' })
        .sign(new TextEncoder().encode('x'.repeat(32)))
      // a token must not supply its own verification key, nor the address of one
      const ownKey = await generateKeyPair('RS256', { extractable: true })
      const tokenWithOwnKey = await new SignJWT(claims)
        .setProtectedHeader({
          alg: 'RS256',
          jwk: await exportJWK(ownKey.publicKey),
          jku: 'https://evil.example/jwks',
          x5u: 'https://evil.example/x5u',
        })
        .sign(ownKey.privateKey)
      const unsigned = `${encode({ alg: 'none' })}.${encode(claims)}.`
      for (const token of [foreign, tokenWithOwnKey, shared, unsigned, 'a.b.c', '']) {
        await expect(tokens.verifier.verify(token)).rejects.toMatchObject({ code: 'identity.invalid_token' })
      }
    })
  })

  describe('the keys of a provider', () => {
    const stops: (() => void)[] = []
    afterEach(() => stops.splice(0).forEach((stop) => stop()))

    /** A provider on a local port, whose responses can change while it runs. */
    async function startProvider() {
      const { privateKey, publicKey } = await generateKeyPair('RS256')
      const provider = { isUp: true, discovery: {} as object, keyRequests: 0, issuer: '' }
      const server = createServer((request, response) => {
        if (!provider.isUp) {
          response.writeHead(502).end('bad gateway')
          return
        }
        if (request.url === '/jwks') provider.keyRequests += 1
        const answer =
          request.url === '/jwks'
            ? exportJWK(publicKey).then((key) => ({ keys: [{ ...key, kid: 'k1', alg: 'RS256' }] }))
            : provider.discovery
        void Promise.resolve(answer).then((body) =>
          response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body)),
        )
      })
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      stops.push(
        () => server.close(),
        () => server.closeAllConnections(),
      )
      provider.issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
      provider.discovery = { issuer: `${provider.issuer}/`, jwks_uri: `${provider.issuer}/jwks` }
      const verifier = createTokenVerifier({
        issuer: provider.issuer,
        audience: 'api',
        clock,
        keys: createProviderKeys({ issuer: provider.issuer }),
      })
      const sign = (kid: string) =>
        new SignJWT({ sub: 'mira', iss: provider.issuer, aud: 'api', iat: now, exp: now + 300 })
          .setProtectedHeader({ alg: 'RS256', kid })
          .sign(privateKey)
      return { provider, verifier, sign }
    }
    const unreachable = { kind: 'unavailable', code: 'identity.provider_unreachable' }

    test('are found by discovery and fetched once', async () => {
      const { provider, verifier, sign } = await startProvider()
      for (const _ of [1, 2, 3]) expect(await verifier.verify(await sign('k1'))).toMatchObject({ subject: 'mira' })
      expect(provider.keyRequests).toBe(1)
    })

    test("that cannot be fetched do not count as the caller's error, and are fetched once the provider is back", async () => {
      const { provider, verifier, sign } = await startProvider()
      provider.isUp = false
      await expect(verifier.verify(await sign('k1'))).rejects.toMatchObject(unreachable)
      provider.isUp = true
      expect(await verifier.verify(await sign('k1'))).toMatchObject({ subject: 'mira' })
    })

    test('keep working while the provider is down', async () => {
      const { provider, verifier, sign } = await startProvider()
      await verifier.verify(await sign('k1'))
      provider.isUp = false
      expect(await verifier.verify(await sign('k1'))).toMatchObject({ subject: 'mira' })
      // a set that is too old is fetched again, which fails
      const later = Date.now() + 3_600_000
      vi.spyOn(Date, 'now').mockReturnValue(later)
      stops.push(() => vi.restoreAllMocks())
      expect(await verifier.verify(await sign('k1'))).toMatchObject({ subject: 'mira' })
      await expect(verifier.verify(await sign('k2'))).rejects.toMatchObject(unreachable)
    })

    test('do not include the key of an unknown token', async () => {
      const { verifier, sign } = await startProvider()
      await expect(verifier.verify(await sign('k2'))).rejects.toMatchObject({ code: 'identity.invalid_token' })
    })

    test.each([
      ['of another issuer', { issuer: 'https://other.example', jwks_uri: 'https://other.example/jwks' }],
      ['of nothing at all', {}],
    ])('are not taken from a discovery %s', async (_case, discovery) => {
      const { provider, verifier, sign } = await startProvider()
      provider.discovery = discovery
      await expect(verifier.verify(await sign('k1'))).rejects.toMatchObject(unreachable)
    })

    test('of a provider that does not answer at all are unavailable', async () => {
      const verifier = createTokenVerifier({
        issuer: 'http://127.0.0.1:9',
        audience: 'api',
        clock,
        keys: createProviderKeys({ issuer: 'http://127.0.0.1:9' }),
      })
      const { sign } = await startProvider()
      await expect(verifier.verify(await sign('k1'))).rejects.toMatchObject(unreachable)
    })
  })
})

describe('claims', () => {
  test('with a URL as their name are found', () => {
    expect(readList({ 'https://auspex.example/roles': ['member'] }, ['https://auspex.example/roles'])).toEqual([
      'member',
    ])
  })

  test('lists under several paths are merged without duplicates', () => {
    expect(
      readList({ roles: ['a', 'b'], realm_access: { roles: ['b', 'c', 7, ''] } }, ['roles', 'realm_access.roles']),
    ).toEqual(['a', 'b', 'c'])
  })

  test('text is the first non-empty value', () => {
    expect(readText({ a: ' ', b: 3, c: ['x', 'y'] }, ['missing', 'a', 'b', 'c'])).toBe('x')
    expect(readText({}, ['a.b.c'])).toBeNull()
  })
})
