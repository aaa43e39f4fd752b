import type { AnchorHTMLAttributes, ReactNode } from 'react'
import { isWebAddress } from './web-address.ts'

interface OutsideLinkProps extends Pick<AnchorHTMLAttributes<HTMLAnchorElement>, 'className' | 'aria-label'> {
  /** An address that the server gave; it may come from anybody. */
  href: string | null | undefined
  children: ReactNode
  /** What stands there when the address is none of the web. Default: the children. */
  otherwise?: ReactNode
}

/**
 * The only link that leads out of the product. React writes `javascript:` addresses as they are, so every address that is not
 * typed into the code goes through here: http and https open in a new tab, anything else is plain text.
 */
export const OutsideLink = ({ href, children, otherwise = children, ...rest }: OutsideLinkProps) =>
  isWebAddress(href) ? (
    <a {...rest} href={href} target="_blank" rel="noreferrer noopener">
      {children}
    </a>
  ) : (
    otherwise
  )
