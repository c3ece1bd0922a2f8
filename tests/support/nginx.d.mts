/** Types of `nginx.mjs`. */
export declare const hasNginx: boolean
export declare function startNginx(
  folder: string,
  directives?: string,
  http?: string,
): Promise<{ readonly url: string; readonly stop: () => Promise<void> }>
