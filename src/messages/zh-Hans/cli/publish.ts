/** Simplified Chinese of `cli/messages/en/publish.ts`. */
import { formatNumber, formatPercent } from '../../../core/messages/numbers.ts'
import type * as english from '../../../cli/messages/publish.ts'
import { formatBytes, formatSeconds } from '../../../core/messages/quantities.ts'
import type { Whole } from '../../whole.ts'

export const publishErrors: Whole<typeof english.publishErrors> = {
  needsFolder: 'publish 需要 --to DIR：由 Web 服务器提供的文件夹。',
  needsWork: 'publish 至少需要一个 PATH、--app、--remove-older DAYS 或 --keep FILE。',
  notDays: ({ given }) => `--remove-older 的天数为 0 到 36500，不能是“${given}”。`,
  dryRunAlone: '--dry-run 要与 --remove-older 或 --keep 一起使用。',
  verifyAlone: '--verify 只接受一个文件夹：不带 PATH，其他选项中只能使用 --format。',
  repairTakes: '--repair 至少需要一个 PATH，其他选项中只能使用 --map-name、--threads 和 --format。',
  cannotVerify: ({ path, reason }) => `无法把 ${path} 作为“unslide publish”所写的文件夹读取：${reason}`,
  noneBroken: '提供的文件中，没有那里已损坏的镜像或映射。',
  noUuid: ({ path }) => `${path} 中没有 UUID：--keep 需要每行一个 UUID 的文件。`,
  notUuidLine: ({ path, line, text }) => `${path}:${line}: “${text}”不是 UUID。没有删除任何内容。`,
  noImage: '没有找到可发布的镜像。请提供 dSYM、二进制文件、.xcarchive，或包含它们的文件夹或压缩包。',
  mapWithoutId: ({ path, kind }) =>
    `${path}: 这个映射没有 debug id${kind === 'name-map' ? '（这类映射都没有）' : ''}，而已发布的映射要靠它查找。${
      {
        'script-map': '请在构建时为 bundle 和映射加上 debug id，用 --map-name NAME 发布映射',
        'line-map': '请用 --map-name 加上镜像的名称（例如 UnityFramework）发布',
        'name-map': '请用 --map-name App 发布',
      }[kind]
    }，或者在处理每份报告时用 --symbols 提供。`,
  badMapName: '--map-name 需要 bundle 或镜像的名称，最多 200 个字符，不含斜杠。',
  mapNameTaken: ({ path }) => `${path}: --map-name 只能用于一个映射，而在它之前已提供了另一个没有 debug id 的映射。`,
  swapped: ({ path }) => `${path} 已不是开始发布时的那个文件夹，或已被链接取代。此后没有再向其中写入内容。`,
  notFolder: ({ path }) => `${path} 应为文件夹，但它是链接或文件。没有写入任何内容。`,
  notArch: ({ name, arch }) => `${name}: “${arch}”不是可发布的架构。`,
  locked: ({ path }) => `${path} 被另一个程序占用。如果没有程序在运行，请删除它。`,
  noApp: ({ path }) => `${path} 处没有构建好的页面。请在那里运行 npm run build:app，或把发行版的页面复制到该文件夹。`,
}

export const publishWords: Whole<typeof english.publishWords> = {
  published: (p) =>
    `${p.name} ${p.arch} ${p.uuid}: 已发布，${formatBytes(p.bytes)}，用时 ${formatSeconds(p.seconds, 1)}${p.rate > 0 ? `，每秒处理 ${formatBytes(p.rate)} 调试信息` : ''}`,
  unchanged: (p) => `${p.name} ${p.arch} ${p.uuid}: 已存在`,
  failed: (p) => `${p.name} ${p.arch} ${p.uuid}: 未发布`,
  map: ({ name, uuid, status }) =>
    `${name} ${uuid}: ${{ published: '已发布', unchanged: '已存在', failed: '未发布' }[status]}`,
  done: ({ published, unchanged, failed, folder }) =>
    `${folder} 中共 ${formatNumber(published + unchanged + failed)} 个镜像：${formatNumber(published)} 个已发布，${formatNumber(unchanged)} 个已存在${failed > 0 ? `，${formatNumber(failed)} 个未发布` : ''}。`,
  progress: (p) =>
    `${formatNumber(p.at)}/${formatNumber(p.of)} ${p.name}: ${formatPercent(p.percent / 100)}，${formatBytes(p.rate)}/s`,
  app: ({ files, written }) => `页面：${formatNumber(files)} 个文件，写入 ${formatNumber(written)} 个。`,
  verified: (file) => {
    const where = file.arch === undefined ? file.path : `${file.path} (${file.arch})`
    if (file.state === 'missing') return `${where}: 缺失`
    if (file.state === 'truncated') return `${where}: 被截断，只有 ${formatBytes(file.bytes)}`
    if (file.state === 'left-over') return `${where}: 残留文件，没有 manifest 列出它`
    if (file.reason !== undefined) return `${where}: 已损坏。${file.reason}`
    if (file.field !== undefined) return `${where}: 已损坏，与 manifest 矛盾（${file.field}）`
    const { damagedBlocks = 0, firstDamaged = [] } = file
    if (damagedBlocks === 0) return `${where}: 已损坏`
    const more = damagedBlocks > firstDamaged.length ? '、…' : ''
    return `${where}: 已损坏，${formatNumber(file.blocks ?? 0)} 个块中有 ${formatNumber(damagedBlocks)} 个（${firstDamaged.join('、')}${more}）`
  },
  verifiedAll: (p) =>
    `已检查 ${formatNumber(p.files)} 个文件和 ${formatNumber(p.blocks)} 个块：缺失 ${formatNumber(p.missing)}，被截断 ${formatNumber(p.truncated)}，已损坏 ${formatNumber(p.damaged)}，残留 ${formatNumber(p.leftOver)}。`,
  removed: (p) =>
    `${p.dryRun ? '将删除' : '已删除'} ${formatNumber(p.images)} 个镜像和 ${formatNumber(p.files)} 个残留文件，共 ${formatBytes(p.bytes)}。`,
  removes: ({ uuid, names, dryRun }) =>
    `${uuid}${names === '' ? '' : ` (${names})`}: ${dryRun ? '将被删除' : '已删除'}`,
}
