import type { OpenProviderClients, ProviderClients } from '../modules/people/index.ts'

/** The registered apps of an embedded provider that is reduced to a list. Nothing is rolled back with a transaction. */
export function createTestClients(now: () => Date): NonNullable<OpenProviderClients> {
  const clients = new Map<string, Awaited<ReturnType<ProviderClients['list']>>[number]>()
  let secrets = 0
  const createSecret = () => `secret-of-a-service-${(secrets += 1)}`
  const open: ProviderClients = {
    list: async () => [...clients.values()],
    find: async (clientId) => clients.get(clientId) ?? null,
    create: async (client) => {
      clients.set(client.clientId, { ...client, createdAt: now() })
      return client.kind === 'service' ? createSecret() : null
    },
    update: async (clientId, settings) => {
      const client = clients.get(clientId)
      if (client !== undefined) clients.set(clientId, { ...client, ...settings })
    },
    renewSecret: async () => createSecret(),
    remove: async (clientId) => void clients.delete(clientId),
    listOrigins: async () => [...clients.values()].flatMap(({ origins }) => origins),
  }
  return () => open
}
