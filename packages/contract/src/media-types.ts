/** What a file says about itself. */
export interface FileKind {
  /** Without parameters; `''` when unknown. */
  mediaType: string;
  /** With its extension; `''` when unknown. */
  name: string;
}

/** Extensions by media type, the usual one first. */
const EXTENSIONS: Readonly<Record<string, readonly string[]>> = {
  'application/msword': ['doc'],
  'application/pdf': ['pdf'],
  'application/rtf': ['rtf'],
  'application/vnd.ms-excel': ['xls'],
  'application/vnd.ms-powerpoint': ['ppt'],
  'application/vnd.oasis.opendocument.spreadsheet': ['ods'],
  'application/vnd.oasis.opendocument.text': ['odt'],
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': ['pptx'],
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': ['xlsx'],
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': ['docx'],
  'application/vnd.rar': ['rar'],
  'application/x-7z-compressed': ['7z'],
  'application/x-msdownload': ['exe', 'dll'],
  'application/zip': ['zip'],
  'application/json': ['json'],
  'application/xml': ['xml'],
  'audio/mpeg': ['mp3'],
  'audio/mp4': ['m4a'],
  'audio/ogg': ['ogg', 'opus'],
  'image/avif': ['avif'],
  'image/bmp': ['bmp'],
  'image/gif': ['gif'],
  'image/heic': ['heic'],
  'image/heif': ['heif'],
  'image/jpeg': ['jpg', 'jpeg', 'jfif'],
  'image/png': ['png'],
  'image/svg+xml': ['svg'],
  'image/tiff': ['tif', 'tiff'],
  'image/webp': ['webp'],
  'text/csv': ['csv'],
  'text/html': ['html', 'htm'],
  'text/markdown': ['md'],
  'text/plain': ['txt'],
  'video/mp4': ['mp4'],
  'video/quicktime': ['mov'],
  'video/webm': ['webm'],
};

const TYPES = new Map(
  Object.entries(EXTENSIONS).flatMap(([type, names]) => names.map((name) => [name, type])),
);

/** Other names of the same type. */
const ALIASES: Readonly<Record<string, string>> = {
  'application/csv': 'text/csv',
  'application/x-pdf': 'application/pdf',
  'application/x-zip-compressed': 'application/zip',
  'audio/mp3': 'audio/mpeg',
  'image/heif': 'image/heic',
  'image/jpg': 'image/jpeg',
  'image/pjpeg': 'image/jpeg',
  'image/x-png': 'image/png',
  'text/rtf': 'application/rtf',
  'text/xml': 'application/xml',
};

/** Types that some systems give to files of any kind: then the extension decides. */
const VAGUE = new Set([
  '',
  'application/octet-stream',
  'application/vnd.ms-excel',
  'application/zip',
  'binary/octet-stream',
  'text/plain',
]);
const ANYTHING = new Set(['*/*', 'application/octet-stream']);

/** A media type without parameters, in lower case, by its usual name. */
export function essenceOf(mediaType: string): string {
  const [bare = ''] = mediaType.toLowerCase().split(';');
  const essence = bare.trim();
  return Object.hasOwn(ALIASES, essence) ? (ALIASES[essence] ?? essence) : essence;
}

/** The media type that a file's extension stands for; `''` for an unknown one. */
export function typeOfName(name: string): string {
  const [, extension = ''] = /\.([^.]+)$/.exec(name.toLowerCase()) ?? [];
  return essenceOf(TYPES.get(extension) ?? '');
}

/** The media type of a file, by what it says and, where that says little, by its extension. */
export function typeOfFile({ mediaType, name }: FileKind): string {
  const own = essenceOf(mediaType);
  return (VAGUE.has(own) && typeOfName(name)) || own;
}

/**
 * The media types of a `contentMediaType`, which may list several, with commas: `image/*`,
 * `application/pdf`. Extensions such as `.pdf` count, too. Empty: a file of any type is accepted.
 */
export function acceptedMediaTypes(contentMediaType: unknown): string[] {
  if (typeof contentMediaType !== 'string') return [];
  const types = contentMediaType
    .split(/[,|]/)
    .map((each) => essenceOf(each))
    .map((each) => (each.includes('/') ? each : typeOfName(`.${each.replace(/^\./, '')}`)))
    .filter((each) => each !== '');
  return types.some((each) => ANYTHING.has(each)) ? [] : [...new Set(types)];
}

/** Whether a file is of one of the types of a `contentMediaType`. */
export function acceptsFile(contentMediaType: unknown, file: FileKind): boolean {
  const accepted = acceptedMediaTypes(contentMediaType);
  if (accepted.length === 0) return true;
  const types = [typeOfFile(file), essenceOf(file.mediaType)];
  return types.some((type) =>
    accepted.some((each) => type === each || (each.endsWith('/*') && isOfGroup(type, each))),
  );
}

const isOfGroup = (type: string, group: string) => type.startsWith(group.slice(0, -1));

/** The extensions of a media type, the usual one first; empty for an unknown type. */
export function extensionsOf(mediaType: string): readonly string[] {
  const essence = essenceOf(mediaType);
  const own = Object.hasOwn(EXTENSIONS, essence) ? (EXTENSIONS[essence] ?? []) : [];
  const ofAliases = Object.entries(ALIASES)
    .filter(([, type]) => type === essence)
    .flatMap(([alias]) => EXTENSIONS[alias] ?? []);
  return [...own, ...ofAliases];
}
