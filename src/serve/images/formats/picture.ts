export type PictureType = 'image/jpeg' | 'image/png' | 'image/gif' | 'image/webp' | 'image/avif';

export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Picture extends Size {
  readonly type: PictureType;
}
