import { Readable } from 'node:stream'
import { FileBody } from '../../http/file-body.ts'
import type { Handlers } from '../../http/handlers.ts'
import { imageNotFound } from './images.errors.ts'
import { hasRole } from '../../kernel/actor.ts'
import type { ImagesRepository } from './images.repository.ts'

export type ImageOperations = Pick<Handlers, 'getImage'>

/**
 * Nothing keeps a picture: who signs out, or is taken out of an organization, must not find it in the browser's cache. Although it was
 * written by us, nothing in it may load or run.
 */
const headers = {
  'cache-control': 'private, no-store',
  vary: 'Authorization',
  'content-security-policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox",
}

export function createImageOperations(
  images: Pick<ImagesRepository, 'findBytes' | 'readBytes'> & {
    requireModuleOf(id: string, userId: string): Promise<void>
  },
): ImageOperations {
  return {
    getImage: async ({ path: { id } }, { actor }) => {
      // administrators see the organizations of others, with their pictures
      const bytes = hasRole(actor, 'godmode') ? await images.readBytes(id) : await images.findBytes(id, actor)
      if (bytes === null) throw imageNotFound()
      if (!hasRole(actor, 'godmode')) await images.requireModuleOf(id, actor.userId)
      return {
        status: 200,
        body: new FileBody({ mediaType: 'image/webp', stream: Readable.from([bytes]) }),
        headers: { ...headers, 'content-length': String(bytes.byteLength) },
      }
    },
  }
}
