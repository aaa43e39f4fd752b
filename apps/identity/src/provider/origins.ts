import { clientOrigins } from '../clients/clients.repository.ts'

/** The web origins of redirect addresses; those of apps that are not on the web have none. */
export function toOrigins(redirectUris: readonly string[] = []): string[] {
  return redirectUris.map((uri) => new URL(uri).origin).filter((origin) => origin !== 'null')
}

/** From where pages of a client may call: the origins of its redirect addresses, and those that it was registered with. */
export function originsOf(
  client: { redirectUris?: readonly string[]; [clientOrigins]?: unknown } | undefined,
): string[] {
  // Only findClientMetadata sets the property.
  return [...toOrigins(client?.redirectUris), ...((client?.[clientOrigins] ?? []) as string[])]
}
