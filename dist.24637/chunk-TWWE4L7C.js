import{createHash}from"node:crypto";function sha256(text){return createHash("sha256").update(text).digest("hex")}export{sha256};
