/** All containers; their first bytes exclude each other. */
import type { Container } from './container.ts'
import { base64Container } from './base64.ts'
import { gzipContainer } from './gzip.ts'
import { mailContainer } from './mail.ts'
import { tarContainer } from './tar.ts'
import { zipContainer } from './zip.ts'

export const containers: readonly Container[] = [
  zipContainer,
  gzipContainer,
  tarContainer,
  mailContainer,
  base64Container,
]
