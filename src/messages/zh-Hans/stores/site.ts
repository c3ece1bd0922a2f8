/** Simplified Chinese of `stores/messages/en/site.ts`. */
import type * as english from '../../../stores/messages/site.ts'
import type { Whole } from '../../whole.ts'

export const siteShapes: Whole<typeof english.siteShapes> = {
  json: 'JSON 文本',
  schema: '已知的 schema',
  text: '短文本',
  sha256: '十六进制的 SHA-256',
  arch: '架构',
  address: '十六进制地址',
  size: '字节数',
}
