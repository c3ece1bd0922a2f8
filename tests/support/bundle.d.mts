export declare function bundled(path: string): Promise<URL>
export declare function importBundled(path: string): Promise<unknown>
