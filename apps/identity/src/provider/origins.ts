/** The web origins of redirect addresses; those of apps that are not on the web have none. */
export function toOrigins(redirectUris: readonly string[] = []): string[] {
  return redirectUris.map((uri) => new URL(uri).origin).filter((origin) => origin !== 'null')
}
