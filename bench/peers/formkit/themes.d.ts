declare module '@formkit/themes/genesis';
