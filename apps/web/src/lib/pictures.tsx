import { type AuspexClient, getImage } from '@auspex/sdk'
import { useQuery } from '@tanstack/react-query'
import { createContext, type PropsWithChildren, use } from 'react'
import { useClient } from './api.tsx'

/** Fetches a picture by its id. */
export type LoadPicture = (imageId: string, signal: AbortSignal) => Promise<Blob>

const LoadPictureContext = createContext<LoadPicture | null>(null)

/** Overrides how the pictures below it are fetched, as for readers of a share link, who have no account. */
export const PictureProvider = ({ load, children }: PropsWithChildren<{ load: LoadPicture }>) => (
  <LoadPictureContext value={load}>{children}</LoadPictureContext>
)

export const loadOwnPicture =
  (client: AuspexClient): LoadPicture =>
  (imageId, signal) =>
    getImage(imageId, { client, signal })

/** The bytes of a picture at an address from the API: a browser sends no access token with an `img`. */
export const useLoadedPicture = (address: string): { readonly content: Blob | null; readonly isFailed: boolean } => {
  const client = useClient()
  const load = use(LoadPictureContext) ?? loadOwnPicture(client)
  const imageId = /img_[a-z0-9]+/.exec(address)?.[0]
  const { data, isError } = useQuery({
    queryKey: ['picture', 'loaded', imageId],
    queryFn: ({ signal }) => load(imageId ?? '', signal),
    enabled: imageId !== undefined,
    staleTime: Infinity, // the bytes at an address never change
  })
  return { content: data ?? null, isFailed: isError || imageId === undefined }
}
