import { Avatar } from '@mantine/core'
import { usePicture } from '../../lib/picture.ts'

interface OrganizationPictureProps {
  name: string
  image: string | null
  size?: number
}

/** The picture of an organization, its initials without one. It says nothing that the name beside it does not. */
export const OrganizationPicture = ({ name, image, size = 32 }: OrganizationPictureProps) => (
  <Avatar src={usePicture(image)} name={name} color="iris" size={size} radius="md" alt="" aria-hidden />
)
