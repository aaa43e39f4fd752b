import { usePicture } from '../../lib/picture.ts'
import { Picture } from '../../ui/picture.tsx'

/** The picture of an organization in a row, its first letter without one. */
export const OrganizationPicture = ({ name, image }: { name: string; image: string | null }) => (
  <Picture content={usePicture(image)} title={name} size="small" />
)
